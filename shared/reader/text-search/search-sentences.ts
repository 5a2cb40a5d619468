import { SentenceId } from "#shared/positions/position.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { findUthmaniMatch, listMatches, type Match } from "./find-text.ts";
import { findWords, type WordHit } from "./find-words.ts";
import type { TextSearch } from "./parse-text-search.ts";
import { hasUthmaniSpelling } from "./quran-spelling.ts";
import type { SearchedSentence, SearchedWord } from "./searched-words.ts";

const maxHits = 300;

interface Hit extends Match {
  readonly spineIndex: number;
  readonly sentence: SentenceId;
  readonly isExact: boolean;
}

export interface SearchResult {
  readonly hits: Hit[];
  readonly isCapped: boolean;
  /** The words of the hits when they are not those of the search. */
  readonly shownFor: string | null;
}

/** Sentences with the whole phrase first, then those with all of the words. */
export function searchSentences(
  sentences: readonly SearchedSentence[],
  { phrase, words, maxDistance }: Pick<TextSearch, "phrase" | "words" | "maxDistance">,
): SearchResult {
  const exact = phrase ? findPhrase(sentences, phrase) : [];
  const found = new Set(exact.map(({ sentence }) => sentence));
  const other =
    exact.length > maxHits || isSameWord(phrase, words)
      ? []
      : findWords(sentences, words, maxDistance).filter(({ sentence }) => !found.has(sentence));
  return toSearchResult(exact, other);
}

/** Whether the phrase is the only word, so that the word is nowhere else. */
function isSameWord(phrase: SearchedWord | null, words: readonly SearchedWord[]): boolean {
  const [word] = words;
  if (!phrase || !word || words.length > 1) return false;
  if (word === phrase) return true;
  return word.form === phrase.form && word.isWhole === phrase.isWhole && !word.uthmani;
}

/** The places of a phrase in reading order, not many more than are shown. */
function findPhrase(
  sentences: readonly SearchedSentence[],
  { form, isWhole, uthmani }: SearchedWord,
): WordHit[] {
  const hits: WordHit[] = [];
  for (const sentence of sentences) {
    const { text, normalized } = sentence;
    const matches = normalized.includes(form) ? listMatches(text, form, isWhole) : [];
    const other =
      matches.length === 0 && uthmani && hasUthmaniSpelling(text) ? findUthmaniMatch(text, uthmani) : null;
    hits.push(...[...matches, ...(other ? [other] : [])].map((match) => ({ sentence, ...match })));
    if (hits.length > maxHits) break;
  }
  return hits;
}

export const toSearchResult = (
  exact: readonly WordHit[],
  other: readonly WordHit[],
  shownFor: string | null = null,
): SearchResult => ({
  hits: [...exact, ...other]
    .slice(0, maxHits)
    .map(({ sentence: { spineIndex, number }, ...match }, index) => ({
      spineIndex,
      sentence: SentenceId.parse(getSentenceId(spineIndex, number)),
      isExact: index < exact.length,
      ...match,
    })),
  isCapped: exact.length + other.length > maxHits,
  shownFor,
});
