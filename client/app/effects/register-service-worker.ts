const waitMs = 3_000;

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  };
  const wait = () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(register), waitMs);
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait);
}
