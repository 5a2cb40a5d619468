export type Color = readonly [red: number, green: number, blue: number, alpha: number];

const white: Color = [255, 255, 255, 1];
const black: Color = [26, 26, 26, 1];

export const minContrast = 4.5;
export const minContrastLargeText = 3;

/** Parses a computed color; null when it is not plain RGB. */
export function parseColor(computed: string): Color | null {
  if (computed === "transparent") return [0, 0, 0, 0];
  const numbers = /^rgba?\(([^)]*)\)$/
    .exec(computed)?.[1]
    ?.match(/[\d.]+/g)
    ?.map(Number);
  const [red, green, blue, alpha = 1] = numbers ?? [];
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue, alpha];
}

export const toCssColor = ([red, green, blue]: Color) =>
  `rgb(${Math.round(red)}, ${Math.round(green)}, ${Math.round(blue)})`;

export const blendOver = (color: Color, background: Color): Color =>
  mixColors(color, background, 1 - color[3]);

/** The WCAG contrast ratio, 1 to 21. */
export function getContrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [getLuminance(a), getLuminance(b)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance: 0 for black, 1 for white. */
export function getLuminance([red, green, blue]: Color): number {
  const toLinear = (value: number) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Chroma, 0 for grey to 255. */
export const getChroma = ([red, green, blue]: Color) =>
  Math.max(red, green, blue) - Math.min(red, green, blue);

/**
 * A readable color for text with too little contrast: close to the original if it is chromatic, else the
 * ink.
 *
 * @param ink the reader's text color
 */
export function chooseTextColor(color: Color, background: Color, ink: Color): Color {
  const plain = [ink, black].find((color) => getContrast(color, background) >= minContrast) ?? white;
  if (getChroma(color) < 40) return plain;
  const steps = [0.2, 0.35, 0.5, 0.65, 0.8].map((fraction) => mixColors(color, plain, fraction));
  return steps.find((color) => getContrast(color, background) >= minContrast) ?? plain;
}

/** @param fraction of the second color, 0 to 1 */
function mixColors([red, green, blue]: Color, other: Color, fraction: number): Color {
  const mix = (color: number, added: number) => color * (1 - fraction) + added * fraction;
  return [mix(red, other[0]), mix(green, other[1]), mix(blue, other[2]), 1];
}
