// Sets the theme and the language before the first paint. Browsers cache it forever: a changed file needs a new number.
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

  // The server writes the language into the page, except into the one that the service worker caches for everyone.
  if (!("forAll" in root.dataset)) return;
  const language = /(?:^|; )language=(en|ar)(?:;|$)/.exec(document.cookie)?.[1];
  if (language) {
    root.lang = language;
    root.dir = language === "ar" ? "rtl" : "ltr";
  }
})();
