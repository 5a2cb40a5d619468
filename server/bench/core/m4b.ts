import { randomFillSync } from "node:crypto";
import { copyFile, open } from "node:fs/promises";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";

const blockBytes = 1024 * 1024;

/**
 * Writes a valid M4B of a size: a small one with a `free` box. It is random, so that each file differs, or sparse
 * with a text at some offsets.
 */
export async function writeM4b(
  file: string,
  bytes: number,
  marks?: { readonly offsets: readonly number[]; readonly text: string },
): Promise<void> {
  await copyFile(getFixturePath("audio/front-moov.m4b"), file);
  const handle = await open(file, "r+");
  const { size } = await handle.stat();
  const box = Buffer.alloc(16);
  box.writeUInt32BE(1);
  box.write("free", 4, "latin1");
  box.writeBigUInt64BE(BigInt(bytes - size), 8);
  await handle.write(box, 0, box.length, size);
  if (marks) await handle.truncate(bytes);
  for (const offset of marks?.offsets ?? []) await handle.write(marks?.text ?? "", offset);
  const block = Buffer.alloc(Math.min(blockBytes, bytes));
  for (let at = size + box.length; !marks && at < bytes; at += block.length)
    await handle.write(randomFillSync(block), 0, Math.min(block.length, bytes - at), at);
  await handle.close();
}
