import { minReaders } from "./contract.ts";

/**
 * Withholds counts below `minReaders`. When the sum of all is known and only one is withheld, the next smallest is
 * withheld too: the difference would reveal it.
 */
export function withholdSmallCounts(counts: readonly number[]): (number | null)[] {
  const shown = counts.map((count) => (count < minReaders ? null : count));
  if (shown.filter((count) => count === null).length !== 1) return shown;
  const smallest = Math.min(...shown.flatMap((count) => count ?? []));
  const second = shown.indexOf(smallest);
  return shown.map((count, index) => (index === second ? null : count));
}
