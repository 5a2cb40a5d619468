import type { InputOf } from "#shared/api/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { readerContract } from "#shared/reader/contract.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findWords, type WordHit } from "./find-words.ts";
import { findEbookFile, listTexts, listTextsContaining } from "./queries.ts";
import { hasUthmaniSpelling, toUthmaniPattern } from "./quran-spelling.ts";
import { canReadSentence } from "./sample-bounds.ts";
import { findMatch, findUthmaniMatch, type Match, normalizeSearch } from "./search.ts";
import { correctWords, findRarestWord, getSearchedWords, type SearchedSentence } from "./searched-words.ts";

interface Hit extends Match {
  readonly spineIndex: number;
  readonly sentence: SentenceId;
}

interface SearchResult {
  readonly hits: Hit[];
  readonly isCapped: boolean;
  /** The words of the hits when they are not those of the search. */
  readonly shownFor: string | null;
}

const maxHits = 100;

/**
 * Searches the readable part of a book: passages with the whole phrase first, then those with all of its words. Without
 * any, words that the book does not have are corrected, and then the rarest one is searched alone.
 *
 * @throws {ProblemError} `not_found`, or an access error when nothing is readable
 */
export async function searchInBook(
  context: GuestContext,
  { params: { bookId }, query: { search } }: InputOf<typeof readerContract.searchInBook>,
): Promise<SearchResult> {
  const { db, user } = context;
  const access = await getAccess(context, user, bookId);
  const file = await findEbookFile(db, bookId);
  if (!file) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);
  const phrase = normalizeSearch(search);
  if (phrase === "") return toResult([], null);

  const last = access.read === "whole" ? Number.MAX_SAFE_INTEGER : file.sample.spineIndex;
  const lastSpineIndex = Math.min(last, 2 ** 31 - 1);
  const listReadable = (texts: readonly BookText[]) =>
    texts
      .flatMap(listSentences)
      .filter(({ spineIndex, number }) => canReadSentence(access.read, file.sample, spineIndex, number));

  const words = getSearchedWords(phrase);
  const uthmani = toUthmaniPattern(search);
  const filter = { forms: words.map(({ form }) => form), lastSpineIndex, isUthmani: uthmani !== null };
  const sentences = listReadable(await listTextsContaining(db, bookId, phrase, filter));
  const hits = findPhrase(sentences, phrase, uthmani);
  if (hits.length <= maxHits) {
    const found = new Set(hits.map(({ sentence }) => sentence));
    hits.push(...findWords(sentences, words).filter(({ sentence }) => !found.has(sentence)));
  }
  if (hits.length > 0) return toResult(hits, null);

  const readable = listReadable(await listTexts(db, bookId, lastSpineIndex));
  const corrected = correctWords(words, readable);
  for (const shown of [corrected, findRarestWord(corrected, readable)]) {
    const found = shown.length > 0 ? findWords(readable, shown) : [];
    if (found.length > 0) return toResult(found, shown.map(({ word }) => word).join(" "));
  }
  return toResult([], null);
}

type BookText = Awaited<ReturnType<typeof listTexts>>[number];

function listSentences({ spineIndex, text, normalizedText }: BookText): SearchedSentence[] {
  const sentences = text.split("\n");
  return normalizedText
    .split("\n")
    .map((normalized, number) => ({ spineIndex, number, text: sentences[number] ?? "", normalized }));
}

/** Sentences with a phrase in reading order, not many more than are shown. */
function findPhrase(
  sentences: readonly SearchedSentence[],
  phrase: string,
  uthmani: RegExp | null,
): WordHit[] {
  const hits: WordHit[] = [];
  for (const sentence of sentences) {
    const { text, normalized } = sentence;
    const match =
      (normalized.includes(phrase) ? findMatch(text, phrase) : null) ??
      (uthmani && hasUthmaniSpelling(text) ? findUthmaniMatch(text, uthmani) : null);
    if (match) hits.push({ sentence, ...match });
    if (hits.length > maxHits) break;
  }
  return hits;
}

const toResult = (hits: readonly WordHit[], shownFor: string | null): SearchResult => ({
  hits: hits.slice(0, maxHits).map(({ sentence: { spineIndex, number }, ...match }) => ({
    spineIndex,
    sentence: SentenceId.parse(getSentenceId(spineIndex, number)),
    ...match,
  })),
  isCapped: hits.length > maxHits,
  shownFor,
});
