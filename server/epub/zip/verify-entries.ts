import { crc32 } from "node:zlib";
import type { Archive, ArchiveEntry } from "./archive.ts";

export async function verifyEntries(archive: Archive): Promise<string[]> {
  const damaged: string[] = [];
  for (const entry of archive.entries.values()) {
    if (!archive.verified.has(entry) && !(await isWhole(archive, entry)))
      damaged.push(`A file in the book is damaged: ${entry.path.slice(0, 200)}.`);
  }
  return damaged;
}

async function isWhole(archive: Archive, entry: ArchiveEntry): Promise<boolean> {
  try {
    let sum = 0;
    for await (const chunk of await archive.stream(entry)) sum = crc32(chunk as Buffer, sum);
    return sum === entry.crc32;
  } catch {
    return false;
  }
}
