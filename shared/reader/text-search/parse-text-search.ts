import { parseSearch } from "#shared/reader/search-query.ts";
import { normalizeSearch } from "./find-text.ts";
import { toUthmaniPattern } from "./quran-spelling.ts";
import { getSearchedPhrases, getSearchedWords, type SearchedWord, toSearchedWord } from "./searched-words.ts";

/** The request of the search panel. */
export interface TextQuery {
  readonly search: string;
  readonly wholeWords?: boolean | undefined;
  readonly near?: number | undefined;
  readonly exclude?: string | undefined;
}

export interface TextSearch {
  /** The whole search, to be found as it is written; null for several phrases, or a phrase and words. */
  readonly phrase: SearchedWord | null;
  /** Words and phrases that a passage must have. */
  readonly words: readonly SearchedWord[];
  /** Words and phrases that a sentence must not have. */
  readonly excluded: readonly SearchedWord[];
  /** From each word to any other, in words; null for any distance. */
  readonly maxDistance: number | null;
  /** Nothing else is shown instead. */
  readonly isStrict: boolean;
  readonly isUthmani: boolean;
}

const maxExcluded = 16;

export function parseTextSearch(query: TextQuery): TextSearch {
  const { search, wholeWords = false, near = null } = query;
  const parsed = parseSearch(search);
  const phrases = getSearchedPhrases(parsed.phrases);
  const text = normalizeSearch(parsed.words);
  const words = [...phrases, ...getSearchedWords(text, wholeWords)];
  return {
    phrase: phrases.length === 0 ? toPhrase(text, parsed.words, wholeWords) : getOnly(words),
    words,
    excluded: getExcluded([...parsed.excluded, ...listExcluded(query.exclude ?? "")], wholeWords),
    maxDistance: near,
    isStrict: phrases.length > 0 || wholeWords || near !== null,
    isUthmani: words.some(({ uthmani }) => uthmani !== null),
  };
}

const toPhrase = (form: string, typed: string, isWhole: boolean): SearchedWord => ({
  word: form,
  form,
  isWhole,
  uthmani: toUthmaniPattern(typed, isWhole),
});

const getOnly = (words: readonly SearchedWord[]) => (words.length === 1 ? (words[0] ?? null) : null);

/** The field for excluded words, in which a minus is optional. */
function listExcluded(text: string): string[] {
  const { words, phrases, excluded } = parseSearch(text);
  return [...words.split(" "), ...phrases, ...excluded];
}

const getExcluded = (excluded: readonly string[], isWhole: boolean): SearchedWord[] =>
  excluded
    .map(normalizeSearch)
    .filter(Boolean)
    .slice(0, maxExcluded)
    .map((form) => toSearchedWord(form, isWhole || form.includes(" ")));
