const reloadedAt = "reloaded-at";
const throttleMs = 30_000;

/** Reloads the page when a part of it cannot be loaded because a newer build replaced it. */
export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfStale());
}

async function reloadIfStale(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  if (Date.now() - last < throttleMs) return;
  if (!(await isReplaced().catch(() => false))) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
}

/**
 * Whether the server has another build than this page. A network error does not interrupt playback.
 */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  const shell = await fetch("/", { cache: "no-store" });
  return entry != null && shell.ok && !(await shell.text()).includes(entry);
}
