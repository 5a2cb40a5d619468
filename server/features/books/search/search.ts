import { normalizeSearchText, skeleton } from "#shared/books/normalize-search-text.ts";
import { findTransliterations, oppositeKeys } from "#shared/books/transliteration.ts";
import type { Database } from "#server/db/client.ts";
import { maxScannedRows, type SearchTerms, scannedMatches } from "./search-queries.ts";
import {
  formatQuery,
  type ParsedSearch,
  parseSearch,
  parseSearchWords,
  type SearchTerm,
  typedQueryText,
} from "./search-terms.ts";
import { findSearchWords, listSimilarTitles, type WordStats } from "./search-word-queries.ts";
import { correctSpelling } from "./spelling-correction.ts";

/**
 * Below this expected number, matches are counted with the index, because there may be fewer than
 * `maxMatches`.
 */
const likelyMany = 3_000;
const stepCost = 2;
const postingCost = 0.4;

/** One interpretation of the query. */
export interface Reading {
  readonly terms: SearchTerms;
  /** Null when the query was not corrected. */
  readonly replacing: string | null;
}

export async function* searchInterpretations(db: Database, text: string): AsyncGenerator<Reading> {
  const searchTerms = parseSearchWords(text);
  if (searchTerms.length === 0) return;
  const { wordStats, parsed, published } = await lookUpWords(db, searchTerms);
  const terms = (wide: string, words: readonly ParsedSearch[], folded: string): SearchTerms => ({
    wide,
    typed: typedQueryText(words),
    folded,
    isCommon: isCommon(wordStats, published),
  });
  yield { terms: terms(formatQuery(parsed), parsed, normalizeSearchText(text)), replacing: null };

  const corrected = await correct(db, searchTerms, wordStats);
  const instead = corrected.filter((word) => word !== null);
  if (instead.length === 0 || instead.join(" ") === searchTerms.map(({ word }) => word).join(" ")) return;
  const correctedRun = await lookUpWords(
    db,
    instead.map((word) => ({ word, joined: null, isStart: false })),
  );
  const wide = formatQuery(correctedRun.parsed);
  yield {
    terms: {
      ...terms(wide, correctedRun.parsed, instead.join(" ")),
      isCommon: isCommon(correctedRun.wordStats, correctedRun.published),
    },
    replacing: instead.join(" "),
  };
}

async function lookUpWords(db: Database, searchTerms: readonly SearchTerm[]) {
  const { wordStats, published } = await findSearchWords(
    db,
    searchTerms.map(({ word, isStart }) => ({
      word,
      skeleton: skeleton(word),
      isStart,
      oppositeKeys: oppositeKeys(word),
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

function isCommon(wordStats: readonly WordStats[], published: number): boolean {
  if (published === 0) return false;
  const share = wordStats.reduce(
    (expectedShare, { bookCount }) => expectedShare * Math.min(1, bookCount / published),
    1,
  );
  if (share * published < likelyMany) return false;
  const rowsToScan = scannedMatches / share;
  const postings = wordStats.reduce((sum, { bookCount }) => sum + bookCount, 0);
  return rowsToScan * stepCost < postings * postingCost && rowsToScan < maxScannedRows / 2;
}

/** Each word as found in the catalogue; null for unknown words. */
function correct(
  db: Database,
  searchTerms: readonly SearchTerm[],
  wordStats: readonly WordStats[],
): Promise<(string | null)[]> {
  return Promise.all(
    searchTerms.map(async ({ word }, n) => {
      if ((wordStats[n]?.bookCount ?? 0) > 0) return word;
      return correctSpelling(word, await listSimilarTitles(db, word));
    }),
  );
}
