/** Normalized words that say nothing about a book. */
export const stopWords: ReadonlySet<string> = new Set(
  "the a an of and or in on to for by with from is as at wa wal fi fil bil min في من علي عن الي و او ما".split(
    " ",
  ),
);
