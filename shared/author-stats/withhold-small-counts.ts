import { minReaders } from "./contract.ts";

/**
 * Withholds counts below `minReaders`. When the sum of all is known and only one is withheld, the next
 * smallest is withheld too: the difference would reveal it.
 */
export function withholdSmallCounts(counts: readonly number[]): (number | null)[] {
  const withheld = counts.map((count) => (count < minReaders ? null : count));
  if (withheld.filter((count) => count === null).length !== 1) return withheld;
  const smallest = Math.min(...withheld.flatMap((count) => count ?? []));
  const secondIndex = withheld.indexOf(smallest);
  return withheld.map((count, index) => (index === secondIndex ? null : count));
}
