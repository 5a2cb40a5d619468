import { normalizeSearchText, toSkeleton } from "#shared/books/normalize-search-text.ts";
import { findTransliterations, getOppositeKeys } from "#shared/books/transliteration.ts";
import type { Database } from "#server/db/client.ts";
import type { SearchTerms } from "./search-queries.ts";
import {
  formatQuery,
  formatTypedQuery,
  type ParsedSearch,
  parseSearch,
  parseSearchWords,
  type SearchTerm,
} from "./search-terms.ts";
import { findSearchWords, listSimilarWords, type WordStats } from "./search-word-queries.ts";
import { correctSpelling } from "./spelling-correction.ts";

/** One interpretation of the query. */
export interface SearchInterpretation {
  readonly terms: SearchTerms;
  /** Null when the query was not corrected. */
  readonly correctedText: string | null;
}

export async function* searchInterpretations(
  db: Database,
  text: string,
): AsyncGenerator<SearchInterpretation> {
  const searchTerms = parseSearchWords(text);
  if (searchTerms.length === 0) return;
  const { wordStats, parsed, published } = await lookUpWords(db, searchTerms);
  const createTerms = (wide: string, words: readonly ParsedSearch[], normalized: string): SearchTerms => ({
    wide,
    typed: formatTypedQuery(words),
    normalized,
    ...{ expectedShare: getExpectedShare(wordStats, published), published },
  });
  yield { terms: createTerms(formatQuery(parsed), parsed, normalizeSearchText(text)), correctedText: null };

  const corrected = await correctWords(db, searchTerms, wordStats);
  const correctedWords = corrected.filter((word) => word !== null);
  if (
    correctedWords.length === 0 ||
    correctedWords.join(" ") === searchTerms.map(({ word }) => word).join(" ")
  )
    return;
  const correctedRun = await lookUpWords(
    db,
    correctedWords.map((word) => ({ word, joined: null, isStart: false })),
  );
  const wide = formatQuery(correctedRun.parsed);
  yield {
    terms: {
      ...createTerms(wide, correctedRun.parsed, correctedWords.join(" ")),
      expectedShare: getExpectedShare(correctedRun.wordStats, correctedRun.published),
    },
    correctedText: correctedWords.join(" "),
  };
}

async function lookUpWords(db: Database, searchTerms: readonly SearchTerm[]) {
  const { wordStats, published } = await findSearchWords(
    db,
    searchTerms.map(({ word, isStart }) => ({
      word,
      skeleton: toSkeleton(word),
      isStart,
      oppositeKeys: getOppositeKeys(word),
    })),
  );
  return {
    wordStats,
    published,
    parsed: searchTerms.map((word, n) => {
      const { spellings = [], candidates = [], endings = null } = wordStats[n] ?? {};
      return parseSearch(word, [...spellings, ...findTransliterations(word.word, candidates)], endings);
    }),
  };
}

function getExpectedShare(wordStats: readonly WordStats[], published: number): number {
  if (published === 0) return 0;
  return wordStats.reduce((fraction, { bookCount }) => fraction * Math.min(1, bookCount / published), 1);
}

/** Each word as found in the catalogue; null for unknown words. */
function correctWords(
  db: Database,
  searchTerms: readonly SearchTerm[],
  wordStats: readonly WordStats[],
): Promise<(string | null)[]> {
  return Promise.all(
    searchTerms.map(async ({ word }, n) => {
      if ((wordStats[n]?.bookCount ?? 0) > 0) return word;
      return correctSpelling(word, await listSimilarWords(db, word));
    }),
  );
}
