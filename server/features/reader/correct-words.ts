import {
  filterContained,
  type SearchedSentence,
  type SearchedWord,
  toSearchedWord,
} from "#shared/reader/text-search/searched-words.ts";
import { correctSpelling } from "#server/features/books/service.ts";

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
    return corrected === null ? [] : toSearchedWord(corrected, false);
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
