import { toSkeleton } from "#shared/books/normalize-search-text.ts";
import { stopWords } from "#shared/books/stop-words.ts";
import { listIndexes, normalizeSearch } from "./find-text.ts";
import { findUthmani, hasUthmaniSpelling, toUthmaniLetters, toUthmaniPattern } from "./quran-spelling.ts";

/** A word of a search, or a phrase in quotation marks. */
export interface SearchedWord {
  /** Normalized. */
  readonly word: string;
  /** What a text has to contain: Arabic words without the article, unless they are whole words. */
  readonly form: string;
  /** Not a part of a longer word. */
  readonly isWhole: boolean;
  /** Its Uthmani spelling; null for words of other scripts. */
  readonly uthmani: RegExp | null;
}

/** A readable sentence of a book. */
export interface SearchedSentence {
  readonly spineIndex: number;
  readonly number: number;
  readonly text: string;
  readonly normalized: string;
}

const maxWords = 8;
/** Shorter ones are in too many other words. */
const minFormLength = 3;

/** The words of a normalized search, without stop words unless it has no others. */
export function getSearchedWords(text: string, isWhole = false): SearchedWord[] {
  const words = [...new Set(text.split(" ").filter(Boolean))];
  const significant = words.filter((word) => !stopWords.has(word));
  return (significant.length > 0 ? significant : words)
    .slice(0, maxWords)
    .map((word) => toSearchedWord(word, isWhole));
}

export function toSearchedWord(word: string, isWhole: boolean): SearchedWord {
  const isArabic = /^\p{Script=Arabic}/u.test(word);
  const skeleton = isArabic && !isWhole ? toSkeleton(word) : word;
  const form = skeleton.length >= minFormLength ? skeleton : word;
  return { word, form, isWhole, uthmani: toUthmaniPattern(word, isWhole) };
}

/** Phrases are found as whole words. Those without letters and digits are left out. */
export function getSearchedPhrases(phrases: readonly string[]): SearchedWord[] {
  return phrases
    .map((phrase) => ({ phrase, form: normalizeSearch(phrase) }))
    .filter(({ form }) => form !== "")
    .slice(0, maxWords)
    .map(({ phrase, form }) => ({
      word: form,
      form,
      isWhole: true,
      uthmani: toUthmaniPattern(phrase, true),
    }));
}

const containsWord = (normalized: string, { form, isWhole }: SearchedWord): boolean =>
  normalized.includes(form) && listIndexes(normalized, form, isWhole).length > 0;

/** Most sentences have none of the words. */
const none: ReadonlySet<SearchedWord> = new Set();

/** Which of the words a sentence has. */
export function filterContained(
  { text, normalized }: Pick<SearchedSentence, "text" | "normalized">,
  words: readonly SearchedWord[],
): ReadonlySet<SearchedWord> {
  const present = words.filter((word) => containsWord(normalized, word));
  const hasOther = present.length < words.length && words.some(({ uthmani }) => uthmani !== null);
  const isUthmani = hasOther && hasUthmaniSpelling(text);
  if (present.length === 0 && !isUthmani) return none;
  const found = new Set(present);
  if (!isUthmani) return found;
  const letters = toUthmaniLetters(text);
  for (const word of words) {
    if (!found.has(word) && word.uthmani && findUthmani(letters, word.uthmani)) found.add(word);
  }
  return found;
}

export const isExcluded = (sentence: SearchedSentence, excluded: readonly SearchedWord[]): boolean =>
  excluded.length > 0 && filterContained(sentence, excluded).size > 0;
