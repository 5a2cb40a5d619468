const maxSeconds = 200 * 3600;

/**
 * Parses a SMIL clock value: full (`1:02:03.5`), partial (`02:03.5`) or a time count (`3.2h`, `45min`, `30s`,
 * `5ms`; seconds without a unit), also after the `npt=` of SMIL 1.
 *
 * @returns seconds; null for invalid or implausibly large values
 */
export function parseClock(text: string): number | null {
  const value = text.trim().replace(/^npt=\s*/, "");
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,6}):)?([0-5]?\d):([0-5]?\d(?:\.\d{1,30})?)$/.exec(value) ?? [];
  if (seconds !== undefined) {
    return isPlausible(Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds));
  }
  const [, count, unit = "s"] = /^(\d{1,15}(?:\.\d{1,30})?)(h|min|s|ms)?$/.exec(value) ?? [];
  return count === undefined ? null : isPlausible(Number(count) * (secondsPerUnit[unit] ?? 1));
}

const secondsPerUnit: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1, ms: 0.001 };

const isPlausible = (seconds: number) => (seconds <= maxSeconds ? seconds : null);

/** Formats seconds as a full clock value with microseconds. */
export function writeClock(seconds: number): string {
  const millionths = Math.round(seconds * 1e6);
  const padPart = (value: number, digits: number) => String(value).padStart(digits, "0");
  const wholeSeconds = Math.floor(millionths / 1e6);
  const fraction = padPart(millionths % 1e6, 6).replace(/0{1,3}$/, "");
  return `${Math.floor(wholeSeconds / 3600)}:${padPart(Math.floor(wholeSeconds / 60) % 60, 2)}:${padPart(wholeSeconds % 60, 2)}.${fraction}`;
}
