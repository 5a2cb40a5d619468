import sharp from "sharp";
import { type JpegShape, maxCoverWidth } from "#shared/books/urls.ts";

/** Podcast directories accept 1400 to 3000 pixels. */
const squareWidth = 1400;

/**
 * A stored cover as JPEG, for apps that know no WebP.
 *
 * @param shape `square` shows the whole cover on a blurred copy
 */
export function createJpegCover(cover: Buffer, shape: JpegShape): Promise<Buffer> {
  if (shape === "square") return createSquare(cover);
  return sharp(cover)
    .resize(maxCoverWidth, maxCoverWidth * 1.5, { fit: "cover" })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function createSquare(cover: Buffer): Promise<Buffer> {
  const input = await sharp(cover)
    .resize(squareWidth, squareWidth, { fit: "inside" })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const blurred = await sharp(cover).resize(50, 50).blur(3).modulate({ brightness: 0.75 }).png().toBuffer();
  return sharp(blurred)
    .resize(squareWidth, squareWidth, { kernel: "cubic" })
    .composite([{ input }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
