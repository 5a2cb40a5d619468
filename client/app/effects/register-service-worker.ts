/** What a first visit needs itself comes before what a later one may. */
const waitMs = 3_000;

/** Lets the browser keep the shell, so that it starts without a network. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    // Where the browser refuses, nothing is kept, and nothing else changes.
    void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  };
  const wait = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(register), waitMs);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait);
}
