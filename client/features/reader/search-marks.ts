import { type Match, normalizeSearch } from "#shared/reader/text-search/find-text.ts";
import { findWords } from "#shared/reader/text-search/find-words.ts";
import { parseTextSearch } from "#shared/reader/text-search/parse-text-search.ts";
import { isExcluded } from "#shared/reader/text-search/searched-words.ts";
import { type BookSearchQuery, toRequest } from "./book-search-query.ts";
import type { OwnMark } from "./own-marks.ts";

export interface MarkHit extends Pick<Match, "before" | "match" | "after"> {
  readonly mark: OwnMark;
}

/** The marks whose passage, note and tags have all words of a search, by the rules of the search in the book. */
export function searchMarks(marks: readonly OwnMark[], query: BookSearchQuery): MarkHit[] {
  const { words, excluded, maxDistance } = parseTextSearch(toRequest(query));
  if (words.length === 0) return [];
  return marks.flatMap((mark) => {
    const sentence = { spineIndex: 0, number: 0, ...getTexts(mark) };
    if (isExcluded(sentence, excluded)) return [];
    return findWords([sentence], words, maxDistance).map(({ before, match, after }) => ({
      ...{ mark, before, match, after },
    }));
  });
}

const texts = new WeakMap<OwnMark, { readonly text: string; readonly normalized: string }>();

function getTexts(mark: OwnMark): { readonly text: string; readonly normalized: string } {
  const known = texts.get(mark);
  if (known) return known;
  const text = [mark.quote, mark.note, ...mark.tags].filter(Boolean).join(" · ");
  const read = { text, normalized: normalizeSearch(text) };
  texts.set(mark, read);
  return read;
}
