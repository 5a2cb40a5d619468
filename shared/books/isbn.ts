/**
 * Parses an ISBN-10 or ISBN-13 with hyphens, `urn:isbn:` or spreadsheet quotes.
 *
 * @returns 13 digits, or null for a wrong check digit
 */
export function findIsbn(text: string): string | null {
  const unprefixed = text
    .trim()
    .replace(/^="?|"$/g, "")
    .replace(/^(?:urn:)?isbn(?:[-\s]?1[03])?[:\s]?/i, "");
  const digits = unprefixed.replace(/[\s\p{Pd}]/gu, "").toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit(digits) === digits[12] ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || !isValidIsbn10(digits)) return null;
  return `978${digits.slice(0, 9)}${checkDigit(`978${digits}`)}`;
}

export const findIsbns = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => findIsbn(text) ?? [])),
];

/** The check digit of an ISBN-13. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits.slice(0, 12), Number).reduce(
    (all, digit, at) => all + digit * (at % 2 ? 3 : 1),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

function isValidIsbn10(digits: string): boolean {
  const values = Array.from(digits, (digit) => (digit === "X" ? 10 : Number(digit)));
  return values.reduce((sum, value, at) => sum + value * (10 - at), 0) % 11 === 0;
}
