import { stat } from "node:fs/promises";
import { hashFile } from "./hash-file.ts";
import { compareNaturally } from "./natural-order.ts";

/**
 * Maps each file that has the content of another one to the one that is kept.
 *
 * @param named files that are no duplicates, because a playlist names them
 */
export async function findDuplicates(
  files: readonly string[],
  named: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const bySize = await groupBy(files, async (file) => (await stat(file)).size);
  const duplicates = new Map<string, string>();
  for (const sameSize of bySize.filter(({ length }) => length > 1)) {
    for (const same of await groupBy(sameSize, hashFile)) {
      const kept = same.filter((file) => named.includes(file));
      const others = same.filter((file) => !kept.includes(file)).sort(compareNaturally);
      const [first = "", ...rest] = [...kept.slice(0, 1), ...others];
      for (const file of rest) duplicates.set(file, first);
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
