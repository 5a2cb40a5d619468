/** Parses coordinates as copied from maps: "21.4225, 39.8262"; null for any other text. */
export function parsePair(text: string): readonly [latitude: string, longitude: string] | null {
  const [first, second, ...more] = text.trim().split(/(?:\s*[;،]|,(?=\s)|(?<=\.\d+),)\s*|\s+(?=[+\-−\d])/);
  if (!first || !second || more.length > 0) return null;
  return parseDegrees(first, 90) === null || parseDegrees(second, 180) === null ? null : [first, second];
}

/**
 * Parses a number with a decimal comma, Arabic digits or a minus sign; null for other text or a larger
 * number.
 */
export function parseDegrees(text: string, max: number): number | null {
  const normalized = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[,٫]/, ".")
    .replace("−", "-")
    .replace(/\s*°$/, "");
  if (!/^[+-]?\d{1,3}(?:\.\d{1,12})?$/.test(normalized)) return null;
  const degrees = Number(normalized);
  return Math.abs(degrees) <= max ? degrees : null;
}
