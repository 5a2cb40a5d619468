interface KnownWord {
  readonly word: string;
  readonly bookCount: number;
}

/** The known word with the smallest typing distance; null when none is close enough. */
export function correctSpelling(word: string, knownWords: readonly KnownWord[]): string | null {
  const max = getMaxTypos(word);
  const [nearest] = knownWords
    .map((each) => ({ ...each, typos: editDistance(word, each.word) }))
    .filter(({ typos }) => typos <= max)
    .sort((a, b) => a.typos - b.typos || b.bookCount - a.bookCount);
  return nearest?.word ?? null;
}

function getMaxTypos({ length }: string): number {
  if (length < 3) return 0;
  if (length < 6) return 1;
  return length < 10 ? 2 : 3;
}

export function editDistance(word: string, otherWord: string): number {
  const [a, b] = [[...word], [...otherWord]];
  let beforeLast: number[] = [];
  let last = b.map((_, n) => n).concat(b.length);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const getDistance = (from: readonly number[], index: number) => from[index] ?? Number.POSITIVE_INFINITY;
      const isSame = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        getDistance(last, j) + 1,
        getDistance(row, j - 1) + 1,
        getDistance(last, j - 1) + (isSame ? 0 : 1),
        swapped ? getDistance(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
