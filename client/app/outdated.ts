const reloadedAt = "reloaded-at";
const onceWithinMs = 30_000;

/** After a new version was installed, an open page may ask for code that is gone: it then loads itself anew, once. */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    if (Date.now() - last < onceWithinMs) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    location.reload();
  });
}
