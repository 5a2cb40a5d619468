import { findUthmani, hasUthmaniSpelling, toUthmaniLetters } from "./quran-spelling.ts";
import { type Match, normalizeCharacters, toMatch } from "./search.ts";
import { filterContained, type SearchedSentence, type SearchedWord } from "./searched-words.ts";

/** From the offset of the first letter to that of the last one. */
type Range = readonly [first: number, last: number];

export interface WordHit extends Match {
  readonly sentence: SearchedSentence;
}

/** Sentences that are compared; a book with more has the words everywhere. */
const maxCandidates = 1_000;
/** Characters from the first to the last word that are still near each other, for each word. */
const nearCharacters = 20;

/**
 * Sentences with all of the words: those in which they are near each other, other ones, and pairs of sentences that
 * have them together; each group in reading order.
 */
export function findWords(sentences: readonly SearchedSentence[], words: readonly SearchedWord[]): WordHit[] {
  const [near, far, across]: [WordHit[], WordHit[], WordHit[]] = [[], [], []];
  const contained = sentences.map((sentence) => filterContained(sentence, words));
  for (const [index, sentence] of sentences.entries()) {
    if (near.length + far.length >= maxCandidates) break;
    const own = contained[index] ?? new Set();
    if (own.size === words.length) {
      const hit = toHit(sentence, words);
      if (hit) (hit.end - hit.start <= nearCharacters * words.length ? near : far).push(hit);
      continue;
    }
    const next = sentences[index + 1];
    const others = contained[index + 1] ?? new Set();
    const isTogether =
      own.size > 0 && others.size < words.length && words.every((word) => own.has(word) || others.has(word));
    if (!isTogether || next?.spineIndex !== sentence.spineIndex || next.number !== sentence.number + 1)
      continue;
    const hit = toHit(sentence, [...own], next.text);
    if (hit) across.push(hit);
  }
  return [...near, ...far, ...across];
}

function toHit(sentence: SearchedSentence, words: readonly SearchedWord[], next = ""): WordHit | null {
  const range = findNarrowest(listOccurrences(sentence.text, words));
  return range && { sentence, ...toMatch(sentence.text, ...range, next) };
}

/** The ranges of each word in a sentence. */
function listOccurrences(text: string, words: readonly SearchedWord[]): Range[][] {
  const { normalized, offsets } = normalizeCharacters(text);
  const letters = hasUthmaniSpelling(text) ? toUthmaniLetters(text) : null;
  return words.map(({ form, isArabic, uthmani }) => {
    const found: Range[] = [];
    for (let at = normalized.indexOf(form); at >= 0; at = normalized.indexOf(form, at + 1)) {
      const isStart = isArabic || at === 0 || normalized[at - 1] === " ";
      if (isStart) found.push([offsets[at] ?? 0, offsets[at + form.length - 1] ?? 0]);
    }
    const other = found.length === 0 && letters && uthmani && findUthmani(letters, uthmani);
    return other ? [[other.first, other.last]] : found;
  });
}

/** The narrowest range with an occurrence of each word; null when one has none. */
function findNarrowest(occurrences: readonly (readonly Range[])[]): Range | null {
  const all = occurrences
    .flatMap((ranges, word) => ranges.map(([first, last]) => ({ word, first, last })))
    .sort((a, b) => a.first - b.first);
  const latest = new Map<number, Range>();
  let narrowest: Range | null = null;
  for (const { word, first, last } of all) {
    latest.set(word, [first, last]);
    if (latest.size < occurrences.length) continue;
    const start = Math.min(...Array.from(latest.values(), ([first]) => first));
    const end = Math.max(...Array.from(latest.values(), ([, last]) => last));
    if (!narrowest || end - start < narrowest[1] - narrowest[0]) narrowest = [start, end];
  }
  return narrowest;
}
