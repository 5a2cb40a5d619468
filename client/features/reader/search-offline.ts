import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { Ebook, SpineItem } from "#shared/reader/contract.ts";
import { collapseSpace } from "#shared/reader/sentences.ts";
import { parseTextSearch } from "#shared/reader/text-search/parse-text-search.ts";
import {
  type SearchResult,
  searchSentences,
  toSearchResult,
} from "#shared/reader/text-search/search-sentences.ts";
import { isExcluded, type SearchedSentence } from "#shared/reader/text-search/searched-words.ts";
import { type BookSearchQuery, toRequest } from "./book-search-query.ts";
import { fetchEntry } from "./engine/document/entries.ts";

let indexed: { readonly key: string; readonly sentences: Promise<SearchedSentence[]> } | null = null;

/**
 * Searches a kept or local book as the server does, except that words it does not have are not corrected.
 *
 * @throws when a file of the book is not on this device
 */
export async function searchOffline(ebook: Ebook, query: BookSearchQuery): Promise<SearchResult> {
  const search = parseTextSearch(toRequest(query));
  if (search.words.length === 0) return toSearchResult([], []);
  const sentences = await readSentences(ebook);
  return searchSentences(
    sentences.filter((each) => !isExcluded(each, search.excluded)),
    search,
  );
}

/** The last book stays in memory, because a reader searches more than once. */
function readSentences(ebook: Ebook): Promise<SearchedSentence[]> {
  const key = `${ebook.bookId} ${ebook.version}`;
  if (indexed?.key !== key) {
    indexed = { key, sentences: readDocuments(ebook) };
    indexed.sentences.catch(() => {
      indexed = null;
    });
  }
  return indexed.sentences;
}

async function readDocuments(ebook: Ebook): Promise<SearchedSentence[]> {
  const sentences: SearchedSentence[] = [];
  for (const item of ebook.spine) {
    if (item.isMissing || item.isLocked) continue;
    const reply = await fetchEntry(ebook, item.path);
    if (reply.ok) sentences.push(...listSentences(await reply.text(), item));
  }
  return sentences;
}

/** The sentences that the server has marked in a document. */
export function listSentences(markup: string, { index }: Pick<SpineItem, "index">): SearchedSentence[] {
  const doc = parse(markup);
  const texts = new Map<string, string>();
  for (const element of doc.querySelectorAll<HTMLElement>(".mk-s")) {
    const id = element.id || (element.dataset["s"] ?? "");
    texts.set(id, (texts.get(id) ?? "") + element.textContent);
  }
  return Array.from(texts, ([id, marked]) => {
    const text = collapseSpace(marked);
    return {
      spineIndex: index,
      number: readSentence(id).number,
      text,
      normalized: normalizeSearchText(text),
    };
  });
}

function parse(markup: string): Document {
  const parser = new DOMParser();
  const doc = parser.parseFromString(markup, "application/xhtml+xml");
  return doc.querySelector("parsererror") ? parser.parseFromString(markup, "text/html") : doc;
}
