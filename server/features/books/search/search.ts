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
  withoutImpliedLexemes,
} from "./search-terms.ts";
import { findSearchWords, listSimilarWords, type WordStats } from "./search-word-queries.ts";
import { correctSpelling } from "./spelling-correction.ts";

const maxCheckedRows = 2_000;

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
  const words = await lookUpWords(db, searchTerms);
  yield { terms: createTerms(words, words.parsed, normalizeSearchText(text)), correctedText: null };

  const corrected = await correctWords(db, searchTerms, words.wordStats);
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
  yield {
    terms: createTerms(correctedRun, words.parsed, correctedWords.join(" ")),
    correctedText: correctedWords.join(" "),
  };
}

type LookedUpWords = Awaited<ReturnType<typeof lookUpWords>>;

function createTerms(words: LookedUpWords, typed: readonly ParsedSearch[], normalized: string): SearchTerms {
  const { parsed, wordStats, published } = words;
  return {
    wide: formatQuery(parsed),
    indexed: formatQuery(withoutImpliedLexemes(listIndexedTerms(words))),
    typed: formatTypedQuery(typed),
    normalized,
    expectedShare: getExpectedShare(wordStats, published),
    published,
    wordCount: parsed.length,
  };
}

/** The index reads all postings of a prefix, which takes longer than checking the rows of the other words. */
function listIndexedTerms({ parsed, wordStats, published }: LookedUpWords): readonly ParsedSearch[] {
  const isPrefix = (index: number) => (parsed[index]?.starts.length ?? 0) > 0;
  const others = parsed.filter((_, index) => !isPrefix(index));
  const share = getExpectedShare(
    wordStats.filter((_, index) => !isPrefix(index)),
    published,
  );
  return others.length > 0 && share * published <= maxCheckedRows ? others : parsed;
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
