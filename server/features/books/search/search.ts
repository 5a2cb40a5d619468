import { normalizeSearchText, toSkeleton } from "#shared/books/normalize-search-text.ts";
import { findTransliterations, getOppositeKeys } from "#shared/books/transliteration.ts";
import type { Database } from "#server/db/client.ts";
import { CatalogueCache } from "#server/pubsub/catalogue-cache.ts";
import type { Services } from "#server/services.ts";
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
import { findSearchWords, listSimilarWords } from "./search-word-queries.ts";
import { correctSpelling } from "./spelling-correction.ts";
import { listEquivalents } from "./spelling-groups.ts";

/**
 * Checking a row takes as long as reading this many postings of the index: those of a word are skipped where other
 * words do not match, those of a prefix are not.
 */
const postingsPerRow = { word: 100, prefix: 8 };

type SearchDeps = Pick<Services, "searchDb" | "live">;

/** One interpretation of the query. */
export interface SearchInterpretation {
  readonly terms: SearchTerms;
  /** Null when the query was not corrected. */
  readonly correctedText: string | null;
}

export async function* searchInterpretations(
  services: SearchDeps,
  text: string,
): AsyncGenerator<SearchInterpretation> {
  const searchTerms = parseSearchWords(text);
  if (searchTerms.length === 0) return;
  const words = await lookUpWords(services, searchTerms);
  yield { terms: createTerms(words, words.parsed, normalizeSearchText(text)), correctedText: null };

  const corrected = await correctWords(services, searchTerms, words.bookCounts);
  const correctedWords = corrected.filter((word) => word !== null);
  // Too few known words say little about what was searched for.
  if (correctedWords.length === 0 || correctedWords.length < searchTerms.length / 2) return;
  if (correctedWords.join(" ") !== searchTerms.map(({ word }) => word).join(" "))
    yield interpretAs(services, correctedWords, words);
  if (searchTerms.length > 1) yield* interpretAsRarest(services, correctedWords, words);
}

/** Each known word alone, the rarest first. */
async function* interpretAsRarest(
  services: SearchDeps,
  knownWords: readonly string[],
  typed: WordLookup,
): AsyncGenerator<SearchInterpretation> {
  const { counts } = await lookUpWords(services, knownWords.map(toWholeWord));
  const byCount = knownWords
    .map((word, n) => ({ word, count: counts[n] ?? 0 }))
    .toSorted((a, b) => a.count - b.count);
  for (const { word } of byCount) yield interpretAs(services, [word], typed);
}

async function interpretAs(
  services: SearchDeps,
  words: readonly string[],
  { parsed }: WordLookup,
): Promise<SearchInterpretation> {
  const text = words.join(" ");
  const found = await lookUpWords(services, words.map(toWholeWord));
  return { terms: createTerms(found, parsed, text), correctedText: text };
}

const toWholeWord = (word: string): SearchTerm => ({ word, joined: null, isStart: false });

type WordLookup = Awaited<ReturnType<typeof lookUpWords>>;

function createTerms(words: WordLookup, typed: readonly ParsedSearch[], normalized: string): SearchTerms {
  const { parsed, counts, published } = words;
  return {
    wide: formatQuery(parsed),
    indexed: formatQuery(withoutImpliedLexemes(listIndexedTerms(words))),
    typed: formatTypedQuery(typed),
    normalized,
    expectedShare: getExpectedShare(counts, published),
    published,
    wordCount: parsed.length,
  };
}

/**
 * The terms to look up in the index, rarest first: the rows of the others are checked, which is faster when there
 * are few.
 */
function listIndexedTerms({ parsed, counts, published }: WordLookup): readonly ParsedSearch[] {
  const ordered = parsed
    .map((term, index) => ({ term, count: counts[index] ?? 0 }))
    .toSorted((a, b) => Number(isPrefix(a.term)) - Number(isPrefix(b.term)) || a.count - b.count);
  let rows = published;
  return ordered
    .filter(({ term, count }, index) => {
      if (index > 0 && count > rows * postingsPerRow[isPrefix(term) ? "prefix" : "word"]) return false;
      rows *= Math.min(1, count / published);
      return true;
    })
    .map(({ term }) => term);
}

const isPrefix = ({ starts }: ParsedSearch) => starts.length > 0;

async function lookUpWords(services: SearchDeps, searchTerms: readonly SearchTerm[]) {
  const words = await loadWords(services, searchTerms);
  return {
    parsed: searchTerms.map((term, n) => parseSearch(term, words[n]?.equivalents ?? [], words[n]?.endings)),
    bookCounts: words.map(({ bookCount }) => bookCount),
    /** The number of books with each word in any spelling, as an estimate. */
    counts: words.map(({ count }) => count),
    published: words[0]?.published ?? 0,
  };
}

const knownWords = new CatalogueCache<Awaited<ReturnType<typeof findWords>>[number]>(5_000);

function loadWords({ searchDb, live }: SearchDeps, searchTerms: readonly SearchTerm[]) {
  const getKey = ({ word, isStart }: SearchTerm) => (isStart ? `${word}*` : word);
  const termsByKey = new Map(searchTerms.map((term) => [getKey(term), term]));
  return knownWords.getAll(live, searchTerms.map(getKey), (keys) =>
    findWords(
      searchDb,
      keys.flatMap((key) => termsByKey.get(key) ?? []),
    ),
  );
}

/** What the catalogue says about words. */
async function findWords(db: Database, searchTerms: readonly SearchTerm[]) {
  const requested = searchTerms.map(({ word, isStart }) => {
    const skeleton = toSkeleton(word);
    const spellings = listEquivalents([word, skeleton], isStart ? word : null);
    return { word, skeleton, spellings, isStart, oppositeKeys: getOppositeKeys(word) };
  });
  const { wordStats, published } = await findSearchWords(db, requested);
  return wordStats.map(({ candidates, endings, bookCount }, n) => {
    const { word = "", spellings = [] } = requested[n] ?? {};
    const transliterations = findTransliterations(word, [...candidates.keys()]);
    return {
      equivalents: [...spellings, ...transliterations],
      endings,
      bookCount,
      count: transliterations.reduce((sum, each) => sum + (candidates.get(each) ?? 0), bookCount),
      published,
    };
  });
}

function getExpectedShare(counts: readonly number[], published: number): number {
  if (published === 0) return 0;
  return counts.reduce((fraction, count) => fraction * Math.min(1, count / published), 1);
}

/** Each word as found in the catalogue; null for unknown words. */
function correctWords(
  { searchDb }: SearchDeps,
  searchTerms: readonly SearchTerm[],
  bookCounts: readonly number[],
): Promise<(string | null)[]> {
  return Promise.all(
    searchTerms.map(async ({ word }, n) => {
      if ((bookCounts[n] ?? 0) > 0) return word;
      return correctSpelling(word, await listSimilarWords(searchDb, word));
    }),
  );
}
