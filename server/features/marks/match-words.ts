export interface Word {
  /** As search compares it. */
  readonly key: string;
  readonly text: string;
  /** Characters before it, white space not counted. */
  readonly from: number;
  readonly to: number;
}

/** Longer texts would take too long to compare. */
const maxCells = 6_000_000;

/**
 * The word of the new text for each of the old one, in order; undefined for removed words. Words that stand
 * between the same neighbours and are as many replaced each other.
 */
export function matchWords(old: readonly Word[], next: readonly Word[]): readonly (number | undefined)[] {
  const pairs = new Array<number | undefined>(old.length).fill(undefined);
  let [a, b, c, d] = [0, old.length, 0, next.length];
  while (a < b && c < d && old[a]?.key === next[c]?.key) pairs[a++] = c++;
  while (a < b && c < d && old[b - 1]?.key === next[d - 1]?.key) pairs[--b] = --d;
  if ((b - a) * (d - c) <= maxCells) matchLongest(old.slice(a, b), next.slice(c, d), { a, c, pairs });
  pairReplaced(pairs, next.length);
  return pairs;
}

interface Found {
  /** Where the parts begin. */
  readonly a: number;
  readonly c: number;
  readonly pairs: (number | undefined)[];
}

/** The longest common subsequence of two lists of words. */
function matchLongest(old: readonly Word[], next: readonly Word[], { a, c, pairs }: Found): void {
  const width = next.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const get = (n: number, m: number) => lengths[n * width + m] ?? 0;
  for (let n = old.length - 1; n >= 0; n--) {
    for (let m = next.length - 1; m >= 0; m--) {
      lengths[n * width + m] =
        old[n]?.key === next[m]?.key ? get(n + 1, m + 1) + 1 : Math.max(get(n + 1, m), get(n, m + 1));
    }
  }
  let [n, m] = [0, 0];
  while (n < old.length && m < next.length) {
    if (old[n]?.key === next[m]?.key) pairs[a + n++] = c + m++;
    else if (get(n + 1, m) >= get(n, m + 1)) n++;
    else m++;
  }
}

function pairReplaced(pairs: (number | undefined)[], count: number): void {
  let before = -1;
  for (let n = 0; n <= pairs.length; n++) {
    const to = n === pairs.length ? count : pairs[n];
    if (to === undefined) continue;
    const [removed, added] = [n - before - 1, to - (before < 0 ? -1 : (pairs[before] ?? -1)) - 1];
    if (removed === added) for (let k = 1; k <= removed; k++) pairs[before + k] = to - added + k - 1;
    before = n;
  }
}
