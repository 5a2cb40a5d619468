import { type Color, chroma, luminance } from "./color-contrast.ts";

export type ImageVisibility = "as-it-is" | "turned" | "lit";

/** Side in pixels of the sampled image. */
const side = 32;

const marks = { turned: "mk-turned", lit: "mk-lit" } as const;
const known = new WeakMap<HTMLImageElement, ImageVisibility>();

export function makeImagesTransparent(doc: Document, isNight: boolean): void {
  for (const image of doc.images) {
    const showing = isNight ? getShowing(image) : "as-it-is";
    for (const [name, mark] of Object.entries(marks)) image.classList.toggle(mark, name === showing);
  }
}

function getShowing(image: HTMLImageElement): ImageVisibility {
  const cached = known.get(image);
  if (cached !== undefined || !image.complete || !image.naturalWidth) return cached ?? "as-it-is";
  const pixels = getPixels(image);
  const showing = pixels ? getImageVisibility(pixels) : "as-it-is";
  known.set(image, showing);
  return showing;
}

/**
 * Classifies an image by its pixels.
 *
 * @param pixels RGBA values, 0 to 255
 */
export function getImageVisibility(pixels: Uint8ClampedArray): ImageVisibility {
  let [cached, light, colour] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const pixel: Color = [red, green, blue, 1];
    cached += alpha;
    light += alpha * luminance(pixel);
    colour += alpha * chroma(pixel);
  }
  const opacity = cached / (255 * (pixels.length / 4));
  if (cached === 0 || opacity > 0.95 || light / cached > 0.45) return "as-it-is";
  return light / cached < 0.2 && colour / cached < 30 ? "turned" : "lit";
}

function getPixels(image: HTMLImageElement): Uint8ClampedArray | null {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  try {
    context?.drawImage(image, 0, 0, side, side);
    return context?.getImageData(0, 0, side, side).data ?? null;
  } catch {
    return null;
  }
}
