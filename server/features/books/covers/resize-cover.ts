import sharp, { type Sharp } from "sharp";
import { type CoverWidth, coverWidths } from "#shared/books/urls.ts";

/** A cover in its three widths; a narrower image keeps its own in the larger ones. */
export type CoverFiles = ReadonlyMap<CoverWidth, Buffer>;

/** 7000 × 7000 pixels; larger images are rejected as decompression bombs. */
const maxPixels = 50_000_000;
const maxSeconds = 20;

/** Aspect ratios that a crop to 2:3 hardly changes. */
const portraitRatio = { min: 0.6, max: 0.78 };

const [narrowest = 160, , maxWidth = 640] = coverWidths;

/**
 * Crops an image to 2:3; other aspect ratios are shown whole on a blurred copy.
 *
 * @returns null for invalid or oversized images
 */
export async function resizeCover(image: Buffer): Promise<CoverFiles | null> {
  try {
    const opened = open(image);
    const { width, height, format } = await opened.metadata();
    if (!accepted.has(format) || !width || !height || Math.min(width, height) < 16) return null;
    return await encodeWidths(await fitToCover(image, width, height));
  } catch {
    return null;
  }
}

const accepted = new Set(["jpeg", "png", "webp", "gif", "avif", "heif", "tiff", "svg"]);

const open = (image: Buffer) =>
  sharp(image, { limitInputPixels: maxPixels, failOn: "truncated", pages: 1 })
    .timeout({ seconds: maxSeconds })
    .autoOrient();

async function fitToCover(image: Buffer, width: number, height: number): Promise<RawImage> {
  const shape = width / height;
  if (shape >= portraitRatio.min && shape <= portraitRatio.max) {
    const ownWidth = Math.max(narrowest, Math.min(maxWidth, width));
    return toRaw(open(image).resize(ownWidth, Math.round(ownWidth * 1.5)));
  }
  const maxHeight = maxWidth * 1.5;
  const decoded = await open(image)
    .resize(maxWidth, maxHeight, { fit: "inside" })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const blurred = await sharp(decoded).resize(40, 60).blur(3).modulate({ brightness: 0.75 }).png().toBuffer();
  return toRaw(
    sharp(blurred)
      .resize(maxWidth, maxHeight, { kernel: "cubic" })
      .composite([{ input: decoded }]),
  );
}

interface RawImage {
  readonly data: Buffer;
  readonly info: { readonly width: number; readonly height: number; readonly channels: 1 | 2 | 3 | 4 };
}

const toRaw = (sharp: Sharp): Promise<RawImage> =>
  sharp.flatten({ background: "#ffffff" }).toColorspace("srgb").raw().toBuffer({ resolveWithObject: true });

async function encodeWidths({ data, info: { width, height, channels } }: RawImage): Promise<CoverFiles> {
  const resized = coverWidths.map(async (requested) => {
    const file = await sharp(data, { raw: { width, height, channels } })
      .resize(requested, requested * 1.5, { withoutEnlargement: true })
      .webp({ quality: 80, effort: 1 })
      .toBuffer();
    return [requested, file] as const;
  });
  return new Map(await Promise.all(resized));
}
