import { useEffect, useState } from "react";

export function useClock(intervalMs: 1_000 | 60_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setNow(new Date());
      // Rounds up to the next second, so that no second is skipped.
      timer = setTimeout(tick, intervalMs - (Date.now() % intervalMs));
    };
    tick();
    // Timers do not run while a device sleeps.
    const update = () => document.visibilityState === "visible" && setNow(new Date());
    document.addEventListener("visibilitychange", update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, [intervalMs]);
  return now;
}
