import type { SpokenSentence } from "./book-text.ts";

/** Pauses between sentences and between paragraphs, in milliseconds at normal speed. */
const pauseMs = { sentence: 150, paragraph: 300 } as const;
const verseMs = { min: 3_000, perCharacter: 110 } as const;

/**
 * Milliseconds of silence after a sentence.
 *
 * @param gap additional seconds that the reader chose
 */
export function getPauseAfter(
  { endsBlock }: Pick<SpokenSentence, "endsBlock">,
  { gap, rate }: { readonly gap: number; readonly rate: number },
): number {
  return (endsBlock ? pauseMs.paragraph : pauseMs.sentence) / rate + gap * 1000;
}

/** Milliseconds needed to read a verse. */
export function estimateReadingTime(verse: string): number {
  return Math.max(verseMs.min, verse.replace(/\P{L}/gu, "").length * verseMs.perCharacter);
}
