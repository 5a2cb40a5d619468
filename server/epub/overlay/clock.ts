const mostSeconds = 200 * 3600;

/**
 * Reads a SMIL clock value: full (`1:02:03.5`), partial (`02:03.5`) or a time count with its unit (`3.2h`, `45min`,
 * `30s`, `5ms`; seconds when it has none).
 *
 * @returns seconds; null for anything else, and for more than any book lasts.
 */
export function parseClock(text: string): number | null {
  const value = text.trim();
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,6}):)?([0-5]?\d):([0-5]?\d(?:\.\d{1,30})?)$/.exec(value) ?? [];
  if (seconds !== undefined) {
    return withinReason(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds));
  }
  const [, count, unit = "s"] = /^(\d{1,15}(?:\.\d{1,30})?)(h|min|s|ms)?$/.exec(value) ?? [];
  return count === undefined ? null : withinReason(Number(count) * (secondsOf[unit] ?? 1));
}

const secondsOf: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001 };

const withinReason = (seconds: number) => (seconds <= mostSeconds ? seconds : null);

/** Writes seconds as a full clock value, to the millisecond. */
export function writeClock(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const part = (value: number, digits = 2) => String(value).padStart(digits, "0");
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  return `${hours}:${part(minutes)}:${part(Math.floor(ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
}
