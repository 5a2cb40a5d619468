import type { Archive } from "./archive.ts";

export async function verifyEntries(archive: Archive): Promise<string[]> {
  const damaged: string[] = [];
  for (const entry of archive.entries.values()) {
    if (!(await archive.isIntact(entry)))
      damaged.push(`A file in the book is damaged: ${entry.path.slice(0, 200)}.`);
  }
  return damaged;
}
