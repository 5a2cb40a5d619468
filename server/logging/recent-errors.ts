const hourMs = 3_600_000;
const maxRemembered = 10_000;
const times: number[] = [];

/** Remembers that this process logged an error. */
export function recordError(now = Date.now()): void {
  times.push(now);
  if (times.length > maxRemembered) times.shift();
}

/** Errors that this process logged in the last hour. */
export function countRecentErrors(now = Date.now()): number {
  const first = times.findIndex((time) => time > now - hourMs);
  times.splice(0, first < 0 ? times.length : first);
  return times.length;
}
