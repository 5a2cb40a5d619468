import { listIndexes, type Match, normalizeCharacters, toMatch } from "./find-text.ts";
import { findUthmani, hasUthmaniSpelling, toUthmaniLetters } from "./quran-spelling.ts";
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
 *
 * @param maxDistance from each word to any other, in words; null for any distance
 */
export function findWords(
  sentences: readonly SearchedSentence[],
  words: readonly SearchedWord[],
  maxDistance: number | null = null,
): WordHit[] {
  const [near, far, across]: [WordHit[], WordHit[], WordHit[]] = [[], [], []];
  const contained = sentences.map((sentence) => filterContained(sentence, words));
  for (const [index, sentence] of sentences.entries()) {
    if (near.length + far.length >= maxCandidates) break;
    const own = contained[index] ?? new Set();
    const hit = own.size === words.length ? toHit(sentence, words, maxDistance) : null;
    if (hit) (hit.end - hit.start <= nearCharacters * words.length ? near : far).push(hit);
    const next = sentences[index + 1];
    const others = contained[index + 1] ?? new Set();
    if (hit || !next || !isFollowedBy(sentence, next)) continue;
    // A sentence that has all of the words has a hit of its own.
    const isOwn = (found: ReadonlySet<SearchedWord>) => maxDistance === null && found.size === words.length;
    const isTogether = own.size > 0 && words.every((word) => own.has(word) || others.has(word));
    if (!isTogether || isOwn(own) || isOwn(others)) continue;
    if (maxDistance !== null && !isNearAcross(sentence, next, words, maxDistance)) continue;
    const first = toHit(sentence, [...own], null, next.text);
    if (first) across.push(first);
  }
  return [...near, ...far, ...across];
}

const isFollowedBy = (sentence: SearchedSentence, next: SearchedSentence) =>
  next.spineIndex === sentence.spineIndex && next.number === sentence.number + 1;

/** Whether the words are near each other where a sentence ends, and not within the next one alone. */
function isNearAcross(
  { text }: SearchedSentence,
  next: SearchedSentence,
  words: readonly SearchedWord[],
  maxDistance: number,
): boolean {
  const range = findNarrowest(`${text} ${next.text}`, words, maxDistance);
  return range !== null && range[0] <= text.length && range[1] > text.length;
}

function toHit(
  sentence: SearchedSentence,
  words: readonly SearchedWord[],
  maxDistance: number | null,
  next = "",
): WordHit | null {
  const range = findNarrowest(sentence.text, words, maxDistance);
  return range && { sentence, ...toMatch(sentence.text, ...range, next) };
}

/** The ranges of each word in a sentence. */
function listOccurrences(text: string, words: readonly SearchedWord[]): Range[][] {
  const { normalized, offsets } = normalizeCharacters(text);
  const letters = hasUthmaniSpelling(text) ? toUthmaniLetters(text) : null;
  return words.map(({ form, isWhole, uthmani }) => {
    const found = listIndexes(normalized, form, isWhole).map(
      (at): Range => [offsets[at] ?? 0, offsets[at + form.length - 1] ?? 0],
    );
    const other = found.length === 0 && letters && uthmani && findUthmani(letters, uthmani);
    return other ? [[other.first, other.last]] : found;
  });
}

/** The narrowest range with an occurrence of each word; null when one has none, or when it is too wide. */
function findNarrowest(
  text: string,
  words: readonly SearchedWord[],
  maxDistance: number | null,
): Range | null {
  const occurrences = listOccurrences(text, words);
  const getLength = maxDistance === null ? getCharacterCount : createWordCounter(text);
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
    if (!narrowest || getLength([start, end]) < getLength(narrowest)) narrowest = [start, end];
  }
  if (!narrowest || maxDistance === null || words.length < 2) return narrowest;
  const ownWords = words.reduce((sum, { form }) => sum + form.split(" ").length, 0);
  return getLength(narrowest) - ownWords < maxDistance ? narrowest : null;
}

const getCharacterCount = ([first, last]: Range): number => last - first;

/** Counts the words of a range, also those that it cuts. */
function createWordCounter(text: string): (range: Range) => number {
  const numbers = new Uint32Array(text.length + 1);
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}\p{M}'’])[\p{L}\p{N}]/gu)) numbers[index] = 1;
  for (let at = 1; at < numbers.length; at++) numbers[at] = (numbers[at] ?? 0) + (numbers[at - 1] ?? 0);
  return ([first, last]) => (numbers[last] ?? 0) - (numbers[first] ?? 0) + 1;
}
