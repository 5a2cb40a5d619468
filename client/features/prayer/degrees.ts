/** A number as people write it: with a comma, Arabic digits, a real minus; null for any other text, or a larger one. */
export function degreesOf(text: string, most: number): number | null {
  const plain = text
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[,٫]/, ".")
    .replace("−", "-")
    .replace(/\s*°$/, "");
  if (!/^[+-]?\d{1,3}(?:\.\d{1,12})?$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= most ? degrees : null;
}
