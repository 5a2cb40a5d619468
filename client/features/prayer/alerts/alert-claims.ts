const key = "maktaba.prayer.claimed-alerts";
const sameAlertMs = 3_000;
const claimTtlMs = 24 * 3_600_000;
/** A timestamp further ahead than this means that the clock was set back. */
const maxClockSkewMs = 90_000;

/** Which tab shows an alert; `past` when it was shown before. */
export type Claim = "mine" | "another" | "past";

/**
 * Lets one tab of a browser claim an alert.
 *
 * @param now device time in milliseconds
 */
export async function claimAlert(alertKey: string, now: number): Promise<Claim> {
  // Web Locks need a secure context; without them the stored claim is nearly as reliable.
  if (!navigator.locks) return claim(alertKey, now);
  return await navigator.locks.request(key, () => claim(alertKey, now));
}

/** @param now device time in milliseconds */
export function expireClaim(alertKey: string, now: number): void {
  storeClaims({ ...readClaims(now), [alertKey]: now - sameAlertMs - 1 });
}

function claim(alertKey: string, now: number): Claim {
  const claimed = readClaims(now);
  const previous = claimed[alertKey];
  if (previous !== undefined) return now - previous <= sameAlertMs ? "another" : "past";
  storeClaims({ ...claimed, [alertKey]: now });
  return "mine";
}

function storeClaims(claims: Readonly<Record<string, number>>): void {
  try {
    localStorage.setItem(key, JSON.stringify(claims));
  } catch {}
}

function readClaims(now: number): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    const isCurrent = ([, at]: [string, unknown]) =>
      typeof at === "number" && at <= now + maxClockSkewMs && now - at < claimTtlMs;
    return Object.fromEntries(Object.entries(stored).filter(isCurrent)) as Record<string, number>;
  } catch {
    return {};
  }
}
