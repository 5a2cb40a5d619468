import { alignChapter } from "#server/align/chapter.ts";
import type { AudioFeatures } from "#server/align/feature-extractor.ts";
import { framesPerSecond } from "#server/align/frames.ts";
import { createSpanLocator, type LocatedSpan } from "#server/align/span-locator.ts";
import { getPart, type SpokenText } from "#server/align/spoken-text.ts";
import { AlignmentRejectedError, type AlignTask, type AudioChapter, type AudioFileRow } from "./task.ts";

/** Part of an audio file, in seconds. */
export interface AudioSpan {
  readonly file: AudioFileRow;
  readonly from: number;
  readonly to: number;
}

type Listen = (span: AudioSpan) => Promise<AudioFeatures>;

/** Shares of the audio at which a span is compared with the text. */
const probeFractions = [0.5, 0.3, 0.7, 0.15, 0.85];
/** Early ones tell the start of an excerpt more exactly. */
const excerptFractions = [0.1, 0.5, 0.3, 0.7, 0.9];
const spanSeconds = 90;
/** Seconds of audio below which aligning a full-length narration takes no longer. */
const longAudio = 900;
/**
 * Of the audio's length to the reference speech's. Below it, the audio is an excerpt or an abridgement; above it, the
 * text can be between two of the spans.
 */
const fullLength = { min: 0.6, max: 4 };
/** From this length of the audio to the reference speech's, the narrator may speak slowly or read more than the text. */
const slowRatio = 1.5;
/** The share found of the right text is about 0.9, of another one below 0.1. */
const minShare = 0.25;
const minSpeech = 30;
/** Seconds of text and of an excerpt below which searching the whole text takes no longer. */
const longText = 3_600;
const longExcerpt = 240;
const minDistinctness = 0.015;
/** How much faster than the reference speech the audio may be read, with a margin in seconds. */
const maxPace = 1.3;
const startMargin = 45;

/**
 * Compares a few spans of a narration with the text. Recordings that are more than four times as long as the
 * text are judged while they are aligned.
 *
 * @returns the sentence with which the narration probably begins
 * @throws {AlignmentRejectedError} `not-the-same` when no span is found in the text
 */
export async function findStartSentence(
  { files, requested, anchors }: AlignTask,
  text: SpokenText,
  listen: Listen,
): Promise<number> {
  const chapters = files.flatMap((file) => file.chapters.map((chapter) => ({ file, chapter })));
  const length = chapters.reduce((sum, { chapter: { start, end } }) => sum + end - start, 0);
  const textLength = text.spectra.count / framesPerSecond;
  const ratio = length / textLength;
  if (requested !== null || anchors.length > 0 || ratio > fullLength.max) return 0;
  if (ratio >= fullLength.min) {
    if (length >= longAudio) await rejectOtherBook(chapters, length, text, listen);
    return 0;
  }
  return length >= longExcerpt && textLength >= longText ? locateExcerpt(chapters, length, text, listen) : 0;
}

/** The first span that is found in the text ends the search. */
async function rejectOtherBook(
  chapters: readonly ListedChapter[],
  length: number,
  text: SpokenText,
  listen: Listen,
): Promise<void> {
  const locate = createSpanLocator(text);
  const ratio = (length * framesPerSecond) / text.spectra.count;
  let likeliest: { readonly features: AudioFeatures; readonly located: LocatedSpan } | null = null;
  for (const lengthRatio of ratio > slowRatio ? [ratio, 1] : [1]) {
    for (const fraction of probeFractions) {
      const span = findSpan(chapters, fraction * length, spanSeconds * lengthRatio);
      if (!span) return;
      const features = await listen(span);
      const located = locate(features, lengthRatio);
      if (located.speech < minSpeech * lengthRatio || located.distinctness >= minDistinctness) return;
      if (!likeliest || located.distinctness > likeliest.located.distinctness)
        likeliest = { features, located };
    }
  }
  if (likeliest && isSpokenAt(text, likeliest.located.start, likeliest.features)) return;
  throw new AlignmentRejectedError("not-the-same");
}

/** Aligns a span with the text around a frame. */
function isSpokenAt(text: SpokenText, frame: number, features: AudioFeatures): boolean {
  const from = findSentenceAfter(text, frame - startMargin * framesPerSecond);
  const to = findSentenceAfter(text, frame + (spanSeconds * maxPace + startMargin) * framesPerSecond);
  const { matchedFraction } = alignChapter({
    text: getPart(text, from, to),
    features,
    partStarts: [],
    anchors: [],
    voice: null,
    expectedSentence: findSentenceAfter(text, frame) - from,
  });
  return matchedFraction >= minShare;
}

async function locateExcerpt(
  chapters: readonly ListedChapter[],
  length: number,
  text: SpokenText,
  listen: Listen,
): Promise<number> {
  const locate = createSpanLocator(text);
  let comparedCount = 0;
  for (const fraction of excerptFractions) {
    const span = findSpan(chapters, fraction * length, spanSeconds);
    if (!span) continue;
    const { start, distinctness, speech } = locate(await listen(span));
    if (speech < minSpeech) continue;
    comparedCount += 1;
    if (distinctness < minDistinctness) continue;
    const before = (span.time * maxPace + startMargin) * framesPerSecond;
    return findSentenceAfter(text, start - before);
  }
  if (comparedCount > excerptFractions.length / 2) throw new AlignmentRejectedError("not-the-same");
  return 0;
}

interface ListedChapter {
  readonly file: AudioFileRow;
  readonly chapter: AudioChapter;
}

/** @param time seconds of the whole audio */
function findSpan(
  chapters: readonly ListedChapter[],
  time: number,
  seconds: number,
): (AudioSpan & { readonly time: number }) | null {
  let before = 0;
  for (const { file, chapter } of chapters) {
    const length = chapter.end - chapter.start;
    const inside = Math.max(0, Math.min(time - before, length - seconds));
    const from = chapter.start + inside;
    if (time < before + length)
      return { file, from, to: Math.min(chapter.end, from + seconds), time: before + inside };
    before += length;
  }
  return null;
}

function findSentenceAfter({ offsets }: SpokenText, frame: number): number {
  const found = offsets.findIndex((offset) => offset >= frame);
  return found < 0 ? offsets.length - 1 : found;
}
