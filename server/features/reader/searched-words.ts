import { toSkeleton } from "#shared/books/normalize-search-text.ts";
import { stopWords } from "#shared/books/stop-words.ts";
import { correctSpelling } from "#server/features/books/service.ts";
import { findUthmani, hasUthmaniSpelling, toUthmaniLetters, toUthmaniPattern } from "./quran-spelling.ts";

/** A word of a search. */
export interface SearchedWord {
  /** Normalized. */
  readonly word: string;
  /** What a text has to contain: Arabic words without the article. */
  readonly form: string;
  readonly isArabic: boolean;
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
export function getSearchedWords(phrase: string): SearchedWord[] {
  const words = [...new Set(phrase.split(" "))];
  const significant = words.filter((word) => !stopWords.has(word));
  return (significant.length > 0 ? significant : words).slice(0, maxWords).map(toSearchedWord);
}

function toSearchedWord(word: string): SearchedWord {
  const isArabic = /^\p{Script=Arabic}/u.test(word);
  const skeleton = isArabic ? toSkeleton(word) : word;
  const form = skeleton.length >= minFormLength ? skeleton : word;
  return { word, form, isArabic, uthmani: toUthmaniPattern(word) };
}

/** Arabic words are found with attached prefixes, others from their start. */
const containsWord = (normalized: string, { form, isArabic }: SearchedWord): boolean =>
  isArabic ? normalized.includes(form) : ` ${normalized}`.includes(` ${form}`);

/** Which of the words a sentence has. */
export function filterContained(
  { text, normalized }: Pick<SearchedSentence, "text" | "normalized">,
  words: readonly SearchedWord[],
): ReadonlySet<SearchedWord> {
  const found = new Set(words.filter((word) => containsWord(normalized, word)));
  if (found.size === words.length || !hasUthmaniSpelling(text)) return found;
  const letters = toUthmaniLetters(text);
  for (const word of words) {
    if (!found.has(word) && word.uthmani && findUthmani(letters, word.uthmani)) found.add(word);
  }
  return found;
}

function countSentences(word: SearchedWord, sentences: readonly SearchedSentence[]): number {
  return sentences.filter((sentence) => filterContained(sentence, [word]).size > 0).length;
}

/** Words that a book does not have as its nearest ones; those without any are left out. */
export function correctWords(
  words: readonly SearchedWord[],
  sentences: readonly SearchedSentence[],
): SearchedWord[] {
  const vocabulary = new Map<string, number>();
  for (const { normalized } of sentences) {
    for (const word of normalized.split(" ")) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 1);
  }
  const known = Array.from(vocabulary, ([word, bookCount]) => ({ word, bookCount }));
  return words.flatMap((word) => {
    if (countSentences(word, sentences) > 0) return word;
    const corrected = correctSpelling(word.word, known);
    return corrected === null ? [] : toSearchedWord(corrected);
  });
}

/** The word that the fewest sentences have; empty without any. */
export function findRarestWord(
  words: readonly SearchedWord[],
  sentences: readonly SearchedSentence[],
): SearchedWord[] {
  return words
    .map((word) => ({ word, count: countSentences(word, sentences) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count)
    .slice(0, 1)
    .map(({ word }) => word);
}
