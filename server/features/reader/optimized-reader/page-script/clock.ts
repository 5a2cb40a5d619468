/** Milliseconds since 1970 that only jump forward, by the time that the device slept. */
export function createClock(): () => number {
  const maxDriftMs = 2_000;
  let offset = Date.now() - performance.now();
  return () => {
    const [wallTime, ticks] = [Date.now(), performance.now()];
    if (wallTime - offset - ticks > maxDriftMs) offset = wallTime - ticks;
    return Math.round(offset + ticks);
  };
}
