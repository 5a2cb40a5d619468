import { normalizeForSpeech } from "#server/align/normalize-text.ts";
import { AlignmentRejectedError, type AlignTask } from "./task.ts";

const defaultMaxCharactersPerSecond = 28;
const maxCharactersPerSecond: Readonly<Record<string, number>> = {
  ar: 22,
  fa: 22,
  he: 22,
  ur: 24,
  cmn: 10,
  ja: 14,
  ko: 14,
  yue: 10,
  zh: 10,
};
const minTextFraction = 0.01;
const maxSecondsPerCharacter = 3;
/** Seconds below which decoding is cheaper than estimating. */
const longAudio = 3_600;

/**
 * Rejects books whose text and audio lengths cannot belong together. Excerpts, abridgements, slow recitals
 * and manual anchors pass.
 *
 * @throws {AlignmentRejectedError} with the reason
 */
export function checkDurations({ sentences, files, language, requested, anchors }: AlignTask): void {
  if (requested !== null || anchors.length > 0) return;
  const letters = sentences.reduce((sum, sentence) => sum + countLetters(sentence), 0);
  const audio = files
    .flatMap(({ chapters }) => chapters)
    .reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  const [primary = ""] = language.toLowerCase().split("-");
  const min =
    (letters / (maxCharactersPerSecond[primary] ?? defaultMaxCharactersPerSecond)) * minTextFraction;
  if (audio < min) throw new AlignmentRejectedError("too-little-audio");
  if (audio > Math.max(longAudio, letters * maxSecondsPerCharacter))
    throw new AlignmentRejectedError("too-much-audio");
}

const countLetters = (sentence: string) => normalizeForSpeech(sentence).match(/[\p{L}\p{N}]/gu)?.length ?? 0;
