import { useEffect } from "react";

/** Keeps the screen on while active, where the browser can. */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !("wakeLock" in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    // Browsers release it when the page is hidden.
    const requestLock = () => {
      if (document.visibilityState === "hidden") return;
      lock = navigator.wakeLock.request("screen").catch(() => null);
    };
    requestLock();
    document.addEventListener("visibilitychange", requestLock);
    return () => {
      document.removeEventListener("visibilitychange", requestLock);
      void lock.then((held) => held?.release());
    };
  }, [isActive]);
}
