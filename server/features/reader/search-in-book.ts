import type { InputOf } from "#shared/api/contract.ts";
import type { readerContract } from "#shared/reader/contract.ts";
import { findWords } from "#shared/reader/text-search/find-words.ts";
import { parseTextSearch } from "#shared/reader/text-search/parse-text-search.ts";
import {
  type SearchResult,
  searchSentences,
  toSearchResult,
} from "#shared/reader/text-search/search-sentences.ts";
import { isExcluded, type SearchedSentence } from "#shared/reader/text-search/searched-words.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { correctWords, findRarestWord } from "./correct-words.ts";
import { findEbookFile, listTexts, listTextsContaining } from "./queries.ts";
import { canReadSentence } from "./sample-bounds.ts";

/**
 * Searches the readable part of a book: passages with the whole phrase first, then those with all of its words. Without
 * any, words that the book does not have are corrected, and then the rarest one is searched alone; not when phrases in
 * quotation marks, whole words or near words are required.
 *
 * @throws {ProblemError} `not_found`, or an access error when nothing is readable
 */
export async function searchInBook(
  context: GuestContext,
  { params: { bookId }, query }: InputOf<typeof readerContract.searchInBook>,
): Promise<SearchResult> {
  const { db, user } = context;
  const access = await getAccess(context, user, bookId);
  const file = await findEbookFile(db, bookId);
  if (!file) throw notFound("ebook");
  if (access.read === "none") throw toRejection(user, access);
  const search = parseTextSearch(query);
  if (search.words.length === 0) return toSearchResult([], []);

  const last = access.read === "whole" ? Number.MAX_SAFE_INTEGER : file.sample.spineIndex;
  const lastSpineIndex = Math.min(last, 2 ** 31 - 1);
  const isReadable = ({ spineIndex, number }: SearchedSentence) =>
    canReadSentence(access.read, file.sample, spineIndex, number);
  const listSearched = (texts: readonly BookText[]) =>
    texts.flatMap(listSentences).filter((each) => isReadable(each) && !isExcluded(each, search.excluded));

  const { phrase, words, isUthmani } = search;
  const filter = { forms: words.map(({ form }) => form), lastSpineIndex, isUthmani };
  const texts = await listTextsContaining(db, bookId, phrase?.form ?? null, filter);
  const result = searchSentences(listSearched(texts), search);
  if (result.hits.length > 0 || search.isStrict) return result;

  const readable = listSearched(await listTexts(db, bookId, lastSpineIndex));
  const corrected = correctWords(words, readable);
  for (const shown of [corrected, findRarestWord(corrected, readable)]) {
    const instead = shown.length > 0 ? findWords(readable, shown) : [];
    if (instead.length > 0) return toSearchResult([], instead, shown.map(({ word }) => word).join(" "));
  }
  return toSearchResult([], []);
}

type BookText = Awaited<ReturnType<typeof listTexts>>[number];

function listSentences({ spineIndex, text, normalizedText }: BookText): SearchedSentence[] {
  const sentences = text.split("\n");
  return normalizedText
    .split("\n")
    .map((normalized, number) => ({ spineIndex, number, text: sentences[number] ?? "", normalized }));
}
