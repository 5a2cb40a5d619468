import { createHash } from "node:crypto";
import type { RandomAccessFile } from "#server/storage/storage.ts";

const sampleBytes = 1024;

/** KOReader computes the first offset, `1024 << -2`, with 32 bits: 0. */
const sampleOffsets = [0, ...Array.from({ length: 11 }, (_, n) => 1024 * 4 ** n)];

/** KOReader's partial MD5 of a file that is sent piece by piece. */
export class PartialMd5 {
  readonly #hash = createHash("md5");
  #position = 0;

  update(piece: Uint8Array): void {
    const end = this.#position + piece.length;
    for (const offset of sampleOffsets) {
      const from = Math.max(offset, this.#position);
      const to = Math.min(offset + sampleBytes, end);
      if (from < to) this.#hash.update(piece.subarray(from - this.#position, to - this.#position));
    }
    this.#position = end;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

/** KOReader's partial MD5 of a stored file. */
export async function getPartialMd5(file: RandomAccessFile): Promise<string> {
  const hash = createHash("md5");
  for (const offset of sampleOffsets.filter((each) => each < file.bytes)) {
    const sample = Buffer.alloc(Math.min(sampleBytes, file.bytes - offset));
    const read = await file.read(sample, sample.length, offset);
    hash.update(sample.subarray(0, read));
  }
  return hash.digest("hex");
}
