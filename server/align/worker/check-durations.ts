import { normalizeForSpeech } from "#server/align/normalize-text.ts";
import { AlignmentRejectedError, type AlignTask } from "./task.ts";

/** Where nothing is known of a language: letters a second of somebody who reads very fast, twice the usual. */
const fastest = 28;
/** Of languages that write a word with fewer signs, Arabic with its unwritten vowels among them. */
const fewerSigns: Readonly<Record<string, number>> = {
  ...{ ar: 22, fa: 22, he: 22, ur: 24 },
  ...{ cmn: 10, ja: 14, ko: 14, yue: 10, zh: 10 },
};
/** A narration of less than this share of the text is none of it: a chapter of a hundred is more. */
const minOfText = 0.01;
/** Seconds for a letter: ten times as slow as the slowest recital, its repetitions and its music counted. */
const slowest = 3;
/** Below this many seconds a long sound is cheaper heard than guessed at. */
const longAudio = 3_600;

/**
 * Refuses, before anything is spoken, what cannot be one book by its lengths alone. Pairs that only look odd are let
 * through: excerpts, abridgements, slow recitals, long preambles. So is whatever a person has set by ear.
 *
 * @throws {AlignmentRejectedError} with the reason.
 */
export function rejectByLength({ sentences, files, language, requested, anchors }: AlignTask): void {
  if (requested !== null || anchors.length > 0) return;
  const letters = sentences.reduce((sum, sentence) => sum + countLetters(sentence), 0);
  const sound = files
    .flatMap(({ chapters }) => chapters)
    .reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const [primary = ""] = language.toLowerCase().split("-");
  const least = (letters / (fewerSigns[primary] ?? fastest)) * minOfText;
  if (sound < least) throw new AlignmentRejectedError("too-little-sound");
  if (sound > Math.max(longAudio, letters * slowest)) throw new AlignmentRejectedError("too-much-sound");
}

/** Letters and digits that a machine would say; signs of vowels are none. */
const countLetters = (sentence: string) => normalizeForSpeech(sentence).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
