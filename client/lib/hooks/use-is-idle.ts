import { useEffect, useState } from "react";

/** Long enough for the first screen to paint its images. */
const delayMs = 1500;
const timeoutMs = 2000;

/**
 * Whether the component has been mounted for 1.5 s and the browser has been idle since, or 2 s more have
 * passed.
 */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let handle: number | undefined;
    const timer = setTimeout(() => {
      // Safari has no requestIdleCallback.
      if (!("requestIdleCallback" in window)) setIdle(true);
      else handle = requestIdleCallback(() => setIdle(true), { timeout: timeoutMs });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      if (handle !== undefined) cancelIdleCallback(handle);
    };
  }, []);
  return isIdle;
}
