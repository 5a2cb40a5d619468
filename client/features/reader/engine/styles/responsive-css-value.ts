const pixelsPerUnit: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
};

const fixedUnits = /(?:px|pt|pc|in|cm|mm|q)$/i;

/** Absolute size keywords in ems. */
const namedSizes: Readonly<Record<string, number>> = {
  "xx-small": 0.7,
  "x-small": 0.75,
  small: 0.875,
  medium: 1,
  large: 1.125,
  "x-large": 1.5,
  "xx-large": 2,
  "xxx-large": 3,
};

const tolerancePx = 40;

const maxSideSpace = "max(12%, (100% - 24rem) / 2)";

type Adjust = (value: string, pixels: number) => string | null;

const addSpace: Adjust = (value, pixels) => {
  if (/%$/.test(value)) return Number.parseFloat(value) > 25 ? `min(${value}, max(25%, 100% - 20rem))` : null;
  if (pixels > tolerancePx) return `min(${value}, ${maxSideSpace})`;
  return pixels < -tolerancePx ? `max(${value}, -5%)` : null;
};

const limitNegative: Adjust = (value, pixels) => (pixels < -tolerancePx ? `max(${value}, -1rem)` : null);

/** Boxes that overlap the text before them. */
const removeNegative: Adjust = (value, pixels) =>
  pixels < -tolerancePx || /^-\d{2,}(?:\.\d+)?%$/.test(value) ? "0px" : null;

const limitIndent: Adjust = (value, pixels) => {
  if (pixels > tolerancePx) return `min(${value}, ${maxSideSpace})`;
  // A negative indent is limited to the available margin.
  return pixels < -tolerancePx ? `max(${value}, -1 * ${maxSideSpace})` : null;
};

const limitTo =
  (max: string, from: number): Adjust =>
  (value, pixels) =>
    pixels > from ? `min(${value}, ${max})` : null;

const replaceValues =
  (values: Readonly<Record<string, string>>): Adjust =>
  (value) =>
    values[value] ?? null;

const toRelativeFontSize: Adjust = (value, pixels) => {
  const size = fixedUnits.test(value) ? pixels / 16 : namedSizes[value];
  if (size === undefined || Number.isNaN(size)) return null;
  return `${Math.round(Math.min(3, Math.max(0.7, size)) * 1000) / 1000}rem`;
};

const sides = ["left", "right", "inline-start", "inline-end"];

const adjustments = new Map<string, Adjust>([
  ...sides.flatMap((side) => [[`margin-${side}`, addSpace] as const, [`padding-${side}`, addSpace] as const]),
  ...["left", "right", "inset-inline-start", "inset-inline-end"].map((side) => [side, addSpace] as const),
  ["top", limitNegative],
  ...["margin-top", "margin-bottom", "margin-block-start", "margin-block-end"].map(
    (name) => [name, removeNegative] as const,
  ),
  ["text-indent", limitIndent],
  ["word-spacing", limitTo("0.5em", 10)],
  ["letter-spacing", limitTo("0.3em", 6)],
  ["min-width", (_, pixels) => (pixels > tolerancePx ? "0" : null)],
  ["min-inline-size", (_, pixels) => (pixels > tolerancePx ? "0" : null)],
  ["max-width", limitTo("100%", tolerancePx)],
  ["font-size", toRelativeFontSize],
  ["line-height", (value) => (fixedUnits.test(value) ? "var(--mk-leading, 1.4)" : null)],
  [
    "transform",
    (value) => (value.match(lengths)?.some((each) => parsePixels(each) > tolerancePx) ? "none" : null),
  ],
  ["position", replaceValues({ fixed: "static", sticky: "static" })],
  ["white-space", replaceValues({ nowrap: "normal", pre: "pre-wrap" })],
  ["text-wrap-mode", replaceValues({ nowrap: "wrap" })],
  // A scroll container cannot break across pages.
  ...["overflow", "overflow-x", "overflow-y"].map(
    (name) => [name, replaceValues({ auto: "visible", scroll: "visible" })] as const,
  ),
  ["flex-shrink", replaceValues({ "0": "1" })],
  [
    "grid-template-columns",
    (value) => (/minmax/.test(value) ? null : value.replace(lengths, "minmax(0, $&)")),
  ],
]);

const lengths = /(?<![\w.-])[\d.]+(?:px|pt|pc|in|cm|mm|q|em|rem|ex|ch)\b/gi;

/** @returns null when the value needs no change */
export function toResponsiveValue(property: string, value: string): string | null {
  const changed = adjustments.get(property)?.(value, parsePixels(value)) ?? null;
  return changed === value ? null : changed;
}

/** NaN for anything but a plain length. */
export function parsePixels(value: string): number {
  const [, number, unit = ""] = /^(-?[\d.]+)([a-z]+)$/i.exec(value) ?? [];
  return Number(number) * (pixelsPerUnit[unit.toLowerCase()] ?? Number.NaN);
}
