import { type Color, getChroma, getLuminance } from "./color-contrast.ts";

export type ImageAdjustment = "none" | "invert" | "light-background";

/** Side in pixels of the sampled image. */
const side = 32;

const classNames = { invert: "mk-inverted", "light-background": "mk-light-background" } as const;
const adjustments = new WeakMap<HTMLImageElement, ImageAdjustment>();

/** On dark pages, inverts dark line drawings and puts other dark transparent images on a light background. */
export function adjustImages(doc: Document, isNight: boolean): void {
  for (const image of doc.images) {
    const adjustment = isNight ? getAdjustment(image) : "none";
    for (const [name, className] of Object.entries(classNames))
      image.classList.toggle(className, name === adjustment);
  }
}

function getAdjustment(image: HTMLImageElement): ImageAdjustment {
  const cached = adjustments.get(image);
  if (cached !== undefined || !image.complete || !image.naturalWidth) return cached ?? "none";
  const pixels = getPixels(image);
  const adjustment = pixels ? chooseAdjustment(pixels) : "none";
  adjustments.set(image, adjustment);
  return adjustment;
}

/**
 * Classifies an image by its pixels.
 *
 * @param pixels RGBA values, 0 to 255
 */
export function chooseAdjustment(pixels: Uint8ClampedArray): ImageAdjustment {
  let [opacitySum, luminanceSum, chromaSum] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    const pixel: Color = [red, green, blue, 1];
    opacitySum += alpha;
    luminanceSum += alpha * getLuminance(pixel);
    chromaSum += alpha * getChroma(pixel);
  }
  const opacity = opacitySum / (255 * (pixels.length / 4));
  if (opacitySum === 0 || opacity > 0.95 || luminanceSum / opacitySum > 0.45) return "none";
  return luminanceSum / opacitySum < 0.2 && chromaSum / opacitySum < 30 ? "invert" : "light-background";
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
