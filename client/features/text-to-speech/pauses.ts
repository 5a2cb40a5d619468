import type { SpokenSentence } from "./book-text.ts";

/** Between two sentences, and between two paragraphs, in milliseconds at the plain rate. */
const breathMs = { sentence: 150, paragraph: 300 } as const;
const verseMs = { least: 3_000, perCharacter: 110 } as const;

/** Milliseconds of silence behind a sentence. @param gap seconds that the reader wants besides a breath. */
export function getPauseAfter(
  { endsBlock }: Pick<SpokenSentence, "endsBlock">,
  { gap, rate }: { readonly gap: number; readonly rate: number },
): number {
  return (endsBlock ? breathMs.paragraph : breathMs.sentence) / rate + gap * 1000;
}

/** Milliseconds in which a verse can be read. */
export function estimateReadingTime(verse: string): number {
  return Math.max(verseMs.least, verse.replace(/\P{L}/gu, "").length * verseMs.perCharacter);
}
