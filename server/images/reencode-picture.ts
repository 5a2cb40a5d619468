import sharp, { type ResizeOptions } from "sharp";
import { ProblemError } from "#server/http/api/problem.ts";

/** 7000 × 7000 pixels; larger images are rejected as decompression bombs. */
const maxPixels = 50_000_000;
const maxSeconds = 10;
const acceptedFormats: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "gif", "heif"]);

export interface EncodedPicture {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Re-encodes an uploaded picture as WebP without metadata.
 *
 * @throws {ProblemError} `unprocessable_file`
 */
export async function reencodePicture(file: Blob, resize: ResizeOptions): Promise<EncodedPicture> {
  try {
    const bytes = Buffer.from(await file.arrayBuffer());
    const opened = sharp(bytes, { limitInputPixels: maxPixels, failOn: "truncated", pages: 1 });
    const { format } = await opened.metadata();
    if (!format || !acceptedFormats.has(format)) throw new Error(`Not an accepted format: ${format}`);
    const { data, info } = await opened
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize(resize)
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw new ProblemError("unprocessable_file", "image_unreadable", { file: "image_unreadable" });
  }
}
