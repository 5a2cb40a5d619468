import { normalizeSearchText, skeleton } from "#shared/books/normalize-search-text.ts";
import type { Database } from "#server/db/client.ts";
import { maxScannedRows, type SearchTerms, scannedMatches } from "./search-queries.ts";
import {
  formatQuery,
  type ParsedSearch,
  parseSearch,
  parseSearchWords,
  type SearchTerm,
  typedQueryText,
  widenedQueryText,
} from "./search-terms.ts";
import { listSimilarTitles, lookUpWords, type WordStats } from "./search-word-queries.ts";
import { correctSpelling } from "./spelling-correction.ts";

/** Fewer expected matches than this are counted by the index, since they may be fewer than `mostMatches`. */
const likelyMany = 3_000;
/** Microseconds, as measured: to look at one of the most read books, and at one place of a word in the index. */
const stepCost = 2;
const postingCost = 0.4;

/** One way to understand what was typed. */
export interface Reading {
  readonly terms: SearchTerms;
  /** What is searched instead of what was typed; null when it is what was typed. */
  readonly replacing: string | null;
}

/**
 * The ways to understand what somebody typed, best first; the next is tried when one finds nothing: as it stands,
 * by consonants across scripts, with misspelt words corrected, and with unknown words left out.
 */
export async function* searchInterpretations(db: Database, text: string): AsyncGenerator<Reading> {
  const asked = parseSearchWords(text);
  if (asked.length === 0) return;
  const { facts, sought, published } = await lookUp(db, asked);
  const terms = (wide: string, words: readonly ParsedSearch[], folded: string): SearchTerms => ({
    wide,
    typed: typedQueryText(words),
    folded,
    isCommon: isCommon(facts, published),
  });
  yield { terms: terms(formatQuery(sought), sought, normalizeSearchText(text)), replacing: null };

  const widened = widenedQueryText(sought);
  if (widened !== formatQuery(sought)) {
    yield {
      terms: { ...terms(widened, sought, normalizeSearchText(text)), isCommon: false },
      replacing: null,
    };
  }

  const corrected = await correct(db, asked, facts);
  const instead = corrected.filter((word) => word !== null);
  if (instead.length === 0 || instead.join(" ") === asked.map(({ word }) => word).join(" ")) return;
  const again = await lookUp(
    db,
    instead.map((word) => ({ word, joined: null, isStart: false })),
  );
  const wide = formatQuery(again.sought);
  yield {
    terms: {
      ...terms(wide, again.sought, instead.join(" ")),
      isCommon: isCommon(again.facts, again.published),
    },
    replacing: instead.join(" "),
  };
}

async function lookUp(db: Database, asked: readonly SearchTerm[]) {
  const { facts, published } = await lookUpWords(
    db,
    asked.map(({ word, isStart }) => ({ word, skeleton: skeleton(word), isStart })),
  );
  return { facts, published, sought: asked.map((word, n) => parseSearch(word, facts[n]?.spellings ?? [])) };
}

/**
 * Whether looking through the most read books finds enough matches sooner than the index finds all. Taken as if words
 * met each other by chance.
 */
function isCommon(facts: readonly WordStats[], published: number): boolean {
  if (published === 0) return false;
  const share = facts.reduce((rest, { bookCount }) => rest * Math.min(1, bookCount / published), 1);
  if (share * published < likelyMany) return false;
  const toWalk = scannedMatches / share;
  const postings = facts.reduce((sum, { bookCount }) => sum + bookCount, 0);
  return toWalk * stepCost < postings * postingCost && toWalk < maxScannedRows / 2;
}

/** Each word as the catalogue knows it; null where it knows nothing like it. */
function correct(
  db: Database,
  asked: readonly SearchTerm[],
  facts: readonly WordStats[],
): Promise<(string | null)[]> {
  return Promise.all(
    asked.map(async ({ word }, n) => {
      if ((facts[n]?.bookCount ?? 0) > 0) return word;
      return correctSpelling(word, await listSimilarTitles(db, word));
    }),
  );
}
