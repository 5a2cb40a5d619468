import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const maxChunk = 256 * 1024;

/** Opens a file for reading in large chunks; small files get a small buffer. */
export async function openReadStream(file: string): Promise<Readable> {
  const { size } = await stat(file);
  return createReadStream(file, { highWaterMark: Math.min(maxChunk, Math.max(4096, size + 1)) });
}

/** The SHA-256 of a file in hexadecimal digits. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await openReadStream(file), hash);
  return hash.digest("hex");
}
