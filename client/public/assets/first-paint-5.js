// Sets the theme and the language before the first paint, and starts the app after it where the server drew the page. Kept for ever by browsers: a changed file needs a new number.
(() => {
  const root = document.documentElement;
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {}
  if (theme !== "light" && theme !== "dark" && theme !== "sepia") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.classList.add(theme);

  // One that runs with the next in one go would keep the page from answering.
  const runInTurn = ([script, ...others]) => {
    if (!script) return;
    script.onload = script.onerror = () => runInTurn(others);
    document.head.append(script);
  };

  // Nothing that is shown waits for scripts, and no line is shared with them. A page that nobody sees is never painted.
  addEventListener("DOMContentLoaded", () => {
    const start = () => {
      const app = document.getElementById("app");
      if (app) {
        const scripts = Array.from(app.content.querySelectorAll("script"));
        for (const script of scripts) script.remove();
        document.head.append(app.content);
        runInTurn(scripts);
      }
      // From now on the faces of the other script may come (`client/styles/app.css`), in a frame of their own.
      requestAnimationFrame(() => root.classList.add("painted"));
    };
    if (document.visibilityState === "hidden") start();
    else requestAnimationFrame(() => setTimeout(start));
  });

  // The server wrote the language into the page, but for one that is kept for whoever opens it: only there are the
  // cookies worth the wait.
  if (!("forAll" in root.dataset)) return;
  const language = /(?:^|; )language=(en|ar)(?:;|$)/.exec(document.cookie)?.[1];
  if (language) {
    root.lang = language;
    root.dir = language === "ar" ? "rtl" : "ltr";
  }
})();
