import { request } from "#shared/api/http-client.ts";

const reloadedAt = "reloaded-at";
const throttleMs = 30_000;

/** After a new version was installed, an open page may ask for code that is gone: it then loads itself anew, once. */
export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfServed());
}

/** Without a network the code is not gone, and the page that is open is all the reader has: it stays. */
async function reloadIfServed(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  if (!navigator.onLine || Date.now() - last < throttleMs) return;
  try {
    await request("GET", "/healthz");
  } catch {
    return;
  }
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  location.reload();
}
