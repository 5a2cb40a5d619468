import { randomFillSync } from "node:crypto";
import { copyFile, open } from "node:fs/promises";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

const sample = getFixturePath("audio/front-moov.m4b");
const randomBytes = 1024 * 1024;

/** Writes a valid M4B of a size: a small one with a `free` box, random so that each file differs. */
export async function writeLargeM4b(file: string, bytes: number): Promise<void> {
  await copyFile(sample, file);
  const handle = await open(file, "a");
  try {
    const { size } = await handle.stat();
    const box = Buffer.alloc(8);
    box.writeUInt32BE(bytes - size);
    box.write("free", 4, "latin1");
    await handle.write(box);
    const block = Buffer.alloc(randomBytes);
    for (let left = bytes - size - box.length; left > 0; left -= block.length) {
      randomFillSync(block);
      await handle.write(block.subarray(0, Math.min(left, block.length)));
    }
  } finally {
    await handle.close();
  }
}
