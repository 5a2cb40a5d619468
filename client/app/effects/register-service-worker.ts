const delayMs = 3_000;

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    void navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
  };
  const scheduleRegistration = () =>
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(register), delayMs);
  if (document.readyState === "complete") scheduleRegistration();
  else window.addEventListener("load", scheduleRegistration);
}
