import { stat } from "node:fs/promises";
import { hashFile } from "./hash-file.ts";
import { compareNaturally } from "./natural-order.ts";

/** The files with the content of another one, without the first of each by name. */
export async function findDuplicates(files: readonly string[]): Promise<ReadonlySet<string>> {
  const bySize = await groupBy(files, async (file) => (await stat(file)).size);
  const duplicates = new Set<string>();
  for (const sameSize of bySize.filter(({ length }) => length > 1)) {
    for (const same of await groupBy(sameSize, hashFile)) {
      for (const file of same.sort(compareNaturally).slice(1)) duplicates.add(file);
    }
  }
  return duplicates;
}

async function groupBy<K>(
  files: readonly string[],
  getKey: (file: string) => Promise<K>,
): Promise<string[][]> {
  const groups = new Map<K, string[]>();
  for (const file of files) {
    const key = await getKey(file);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
}
