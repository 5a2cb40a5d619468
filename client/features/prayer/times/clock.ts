import { useEffect, useState } from "react";

/** The moment it is, anew with each second or each minute of the clock; other tabs on top make it rest. */
export function useClock(intervalMs: 1_000 | 60_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      // To the next whole one, so that it neither lags behind nor leaves one out.
      timer = setTimeout(tick, intervalMs - (Date.now() % intervalMs));
    };
    tick();
    // A device that slept has not counted.
    const look = () => document.visibilityState === "visible" && setNow(new Date());
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [intervalMs]);
  return now;
}
