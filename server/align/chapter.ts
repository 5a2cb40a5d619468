import { minConfidence } from "#shared/alignment/map.ts";
import { type AlignmentResult, alignAudio, type EntryPoints, type Voice } from "./align-audio.ts";
import { type AnchoredSentence, clampToAnchors } from "./anchored-alignment.ts";
import { computeConfidences } from "./confidence.ts";
import type { AudioFeatures } from "./feature-extractor.ts";
import { framesPerSecond } from "./frames.ts";
import { getPart, type SpokenText } from "./spoken-text.ts";
import { findOnset } from "./voice-activity.ts";

/** Seconds from the chapter's start. */
export interface FoundSentence {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface UnknownAudio {
  readonly start: number;
  readonly end: number;
}

export interface AlignedChapter {
  readonly found: readonly FoundSentence[];
  readonly unknown: readonly UnknownAudio[];
  /** The share of the speech that is certainly in the text. */
  readonly matchedFraction: number;
  /** Seconds of speech. */
  readonly speech: number;
  readonly voice: Voice | null;
}

export interface ChapterTask {
  readonly text: SpokenText;
  readonly features: AudioFeatures;
  /** Sentences at the start of the text's documents. */
  readonly partStarts: readonly number[];
  /** The sentence with which it probably begins. */
  readonly expectedSentence: number;
  readonly anchors: readonly AnchoredSentence[];
  readonly voice: Voice | null;
}

/**
 * The search window in the text: this multiple of the audio length plus these seconds, before the whole text
 * is searched.
 */
const window = { times: 1.8, more: 600 };
const minInWindow = 0.5;
const minUnknownSeconds = 1.5;

export function alignChapter(task: ChapterTask): AlignedChapter {
  const { text, features, expectedSentence } = task;
  if (features.spectra.count === 0 || text.offsets.length < 2) return noAlignment;
  const windowEnd = getWindowEnd(task);
  const first = alignPart(task, Math.max(0, expectedSentence - sentencesBefore), windowEnd);
  const coversText = windowEnd >= text.offsets.length - 1 && expectedSentence <= sentencesBefore;
  if (first.matchedFraction >= minInWindow || coversText) return first;
  const wholeText = alignPart({ ...task, voice: null }, 0, text.offsets.length - 1);
  return wholeText.matchedFraction > first.matchedFraction ? wholeText : first;
}

const noAlignment: AlignedChapter = { found: [], unknown: [], matchedFraction: 0, speech: 0, voice: null };

/** Number of sentences before the expected one that are searched too. */
const sentencesBefore = 15;

function getWindowEnd({ text: { offsets }, features, expectedSentence, anchors }: ChapterTask): number {
  const frames = features.spectra.count * window.times + window.more * framesPerSecond;
  const last = (offsets[expectedSentence] ?? 0) + frames;
  let index = Math.max(expectedSentence, ...anchors.map(({ sentence }) => sentence)) + 1;
  while (index < offsets.length - 1 && (offsets[index] ?? 0) < last) index++;
  return Math.min(index, offsets.length - 1);
}

function alignPart(task: ChapterTask, from: number, to: number): AlignedChapter {
  const entryPoints = getEntryPoints(task, from, to);
  const inside = task.anchors.filter(({ sentence }) => sentence >= from && sentence < to);
  const anchors = inside.map(({ sentence, at }) => ({ sentence: sentence - from, at }));
  const unanchored = alignAudio(
    getPart(task.text, from, to),
    task.features,
    entryPoints,
    task.voice ?? undefined,
  );
  const aligned = anchors.length > 0 ? clampToAnchors(unanchored, anchors, entryPoints) : unanchored;
  const { frameIndexes } = aligned.speech;
  const confidences = computeConfidences(aligned);
  const times = new Map(anchors.map(({ sentence, at }) => [sentence, at]));
  for (const sentence of times.keys()) confidences[sentence] = 1;
  return {
    found: listFoundSentences(aligned, task.features, confidences, times).map((sentence) => ({
      ...sentence,
      sentence: sentence.sentence + from,
    })),
    unknown: listUnknownAudio(aligned),
    matchedFraction: getConfidentShare(aligned, confidences),
    speech: frameIndexes.length / framesPerSecond,
    voice: aligned.voice,
  };
}

function getConfidentShare(
  { decoded: { starts, ends }, speech }: AlignmentResult,
  confidences: Float64Array,
): number {
  const confidentFrames = starts.reduce((sum, start, index) => {
    const isConfident = start >= 0 && (confidences[index] ?? 0) >= minConfidence;
    return isConfident ? sum + (ends[index] ?? start) - start : sum;
  }, 0);
  return confidentFrames / Math.max(1, speech.frameIndexes.length);
}

function getEntryPoints(
  { partStarts, expectedSentence }: ChapterTask,
  from: number,
  to: number,
): EntryPoints {
  const starts = partStarts.filter((index) => index >= from && index < to).map((index) => index - from);
  const opening = new Float64Array(to - from + 1).fill(60);
  for (let offset = 1; offset <= 15; offset++) {
    for (const index of [expectedSentence - from - offset, expectedSentence - from + offset]) {
      if (index >= 0 && index <= to - from) opening[index] = 10 + 3 * offset;
    }
  }
  for (const index of starts) opening[index] = Math.min(20, opening[index] ?? 20);
  opening[expectedSentence - from] = 0;
  return { opening, partStarts: starts };
}

function listFoundSentences(
  { decoded, speech }: AlignmentResult,
  features: AudioFeatures,
  confidences: Float64Array,
  anchors: ReadonlyMap<number, number>,
): readonly FoundSentence[] {
  const found: FoundSentence[] = [];
  decoded.starts.forEach((first, sentence) => {
    if (first < 0) return;
    const start = anchors.get(sentence) ?? findOnset(features, speech, speech.frameIndexes[first] ?? 0).at;
    const last = (decoded.ends[sentence] ?? first + 1) - 1;
    const end = Math.max(((speech.frameIndexes[last] ?? 0) + 1) / framesPerSecond, start + 0.05);
    found.push({ sentence, start, end, confidence: confidences[sentence] ?? 0 });
  });
  return removeOverlaps(found);
}

/** Sentences do not overlap: an onset found too early ends the previous one. */
function removeOverlaps(found: readonly FoundSentence[]): readonly FoundSentence[] {
  return found.map((sentence, index) => {
    const next = found[index + 1];
    return next && next.start < sentence.end
      ? { ...sentence, end: Math.max(sentence.start, next.start) }
      : sentence;
  });
}

function listUnknownAudio({ decoded, speech }: AlignmentResult): readonly UnknownAudio[] {
  const { frameIndexes } = speech;
  const isFound = new Uint8Array(frameIndexes.length);
  decoded.starts.forEach((start, index) => {
    if (start >= 0) isFound.fill(1, start, decoded.ends[index] ?? start);
  });
  const unknown: UnknownAudio[] = [];
  for (let index = 0; index < frameIndexes.length; index++) {
    if (isFound[index]) continue;
    const first = index;
    while (index + 1 < frameIndexes.length && !isFound[index + 1]) index++;
    const isLong = index - first + 1 >= minUnknownSeconds * framesPerSecond;
    const [start, end] = [frameIndexes[first] ?? 0, (frameIndexes[index] ?? 0) + 1];
    if (isLong) unknown.push({ start: start / framesPerSecond, end: end / framesPerSecond });
  }
  return unknown;
}
