import type { SentenceId } from "#shared/positions/position.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { VerseReference } from "./parse-reference.ts";
import { surahs } from "./surahs.ts";

export interface VerseIndex {
  readonly find: (reference: VerseReference) => SentenceId;
}

interface Start {
  readonly spineIndex: number;
  readonly number: number;
}

const verseMark =
  /(?:\uFD3F\s*([\d٠-٩۰-۹]+)\s*\uFD3E|\uFD3E\s*([\d٠-٩۰-۹]+)\s*\uFD3F|\u06DD\s*([\d٠-٩۰-۹]+))$/u;

/**
 * Finds each verse of the Qur'an by the verse marks at the ends of sentences.
 *
 * @param texts the sentences of each document, one per line, in order
 * @returns null for other texts and for a part of the Qur'an
 */
export function indexVerses(
  texts: ReadonlyArray<{ readonly spineIndex: number; readonly text: string }>,
): VerseIndex | null {
  const verses: { start: Start; isFirst: boolean; isFirstInDocument: boolean }[] = [];
  for (const { spineIndex, text } of texts) {
    let isFirstInDocument = true;
    for (const [number, sentence] of text.split("\n").entries()) {
      const verse = findVerseNumber(sentence);
      if (verse === null) continue;
      verses.push({ start: { spineIndex, number }, isFirst: verse === 1, isFirstInDocument });
      isFirstInDocument = false;
    }
  }
  const firsts = verses.flatMap(({ isFirst }, index) => (isFirst ? [index] : []));
  const isWhole = surahs.every(
    ([, , count], n) => (firsts[n + 1] ?? verses.length) - (firsts[n] ?? Number.NaN) === count,
  );
  if (!isWhole || firsts.length !== surahs.length) return null;
  return {
    find: ({ surah, verse }) => {
      const found = verses[(firsts[surah - 1] ?? 0) + (verse ?? 1) - 1];
      const { spineIndex = 0, number = 0 } = found?.start ?? {};
      // A surah begins with its title, which has no verse mark.
      const isTitle = verse === null && (found?.isFirstInDocument ?? false);
      return getSentenceId(spineIndex, isTitle ? 0 : number) as SentenceId;
    },
  };
}

function findVerseNumber(sentence: string): number | null {
  const [, ...digits] = verseMark.exec(sentence.trimEnd()) ?? [];
  const found = digits.find((each) => each !== undefined);
  return found === undefined
    ? null
    : Number(found.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15)));
}
