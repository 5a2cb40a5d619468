import { request } from "#shared/api/http-client.ts";

const reloadedAt = "reloaded-at";
const throttleMs = 30_000;

export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfServed());
}

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
