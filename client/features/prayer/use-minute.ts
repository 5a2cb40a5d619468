import { useEffect, useState } from "react";

const lookEveryMs = 15_000;

/** The moment it is, to a quarter of a minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
