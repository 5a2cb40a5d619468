// Sets the theme before the first paint. Kept for ever by browsers: a changed file needs a new number.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {}
  if (theme !== "light" && theme !== "dark" && theme !== "sepia") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.classList.add(theme);
})();
