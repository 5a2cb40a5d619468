// Sets the theme and the language before the first paint. Kept for ever by browsers: a changed file needs a new number.
(() => {
  const { documentElement: root, cookie } = document;
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {}
  if (theme !== "light" && theme !== "dark" && theme !== "sepia") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.classList.add(theme);

  // The server wrote the language into the page; a page that was kept from an earlier visit may speak another.
  const language = /(?:^|; )language=(en|ar)(?:;|$)/.exec(cookie)?.[1];
  if (language) {
    root.lang = language;
    root.dir = language === "ar" ? "rtl" : "ltr";
  }
})();
