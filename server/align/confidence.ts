import type { AlignmentResult } from "./align-audio.ts";
import { alignSentence } from "./alignment-path.ts";
import { framesPerSecond } from "./frames.ts";

/**
 * The relative gain of a sentence's path over the filler model. On our recordings 0.11 to 0.4 for generated
 * voices, 0.03 to 0.13 for text without vowel marks, 0.01 to 0.1 for a real voice, and at most 0.012 for the
 * wrong text.
 */
const sigmoidMidpoint = 0.02;
const sigmoidWidth = 0.012;
/** Sentences spoken faster or slower than this factor get a low confidence. */
const maxPace = 1.9;
const agreementFrames = 3;
/** Three seconds of speech. */
const maxDeviationFrames = 3 * framesPerSecond;

interface SentenceSaving {
  readonly saving: number;
  readonly outside: number;
  readonly pace: number;
}

/** 0 to 1; 0 for sentences that were not found. */
export function computeConfidences(aligned: AlignmentResult): Float64Array {
  const { starts, ends } = aligned.decoded;
  const all = Array.from(starts, (_, sentence) => computeSaving(aligned, sentence));
  const sortedPaces = all.flatMap((neighbour) => (neighbour ? [neighbour.pace] : [])).sort((a, b) => a - b);
  const medianPace = sortedPaces[sortedPaces.length >> 1] ?? 1;
  return Float64Array.from(starts, (start, sentence) => {
    const saving = all[sentence];
    if (!saving) return 0;
    const isClose = (before: number, after: number) =>
      (starts[after] ?? -1) - (ends[before] ?? -1) <= agreementFrames;
    const earlier = sentence > 0 && isClose(sentence - 1, sentence) ? all[sentence - 1] : null;
    const later = start >= 0 && isClose(sentence, sentence + 1) ? all[sentence + 1] : null;
    const neighbours = [earlier, later].flatMap((neighbour) => (neighbour ? [neighbour] : []));
    return (
      toConfidence(saving, neighbours) *
      getPaceFactor(saving.pace / medianPace) *
      getAgreementFactor(aligned, sentence)
    );
  });
}

function toConfidence(sentence: SentenceSaving, neighbours: readonly SentenceSaving[]): number {
  const saving = neighbours.reduce((sum, neighbour) => sum + neighbour.saving / 2, sentence.saving);
  const outside = neighbours.reduce((sum, neighbour) => sum + neighbour.outside / 2, sentence.outside);
  return 1 / (1 + Math.exp((sigmoidMidpoint - saving / Math.max(1, outside)) / sigmoidWidth));
}

function getPaceFactor(pace: number): number {
  const paceRatio = Math.max(pace, 1 / Math.max(pace, 0.01));
  return paceRatio <= maxPace ? 1 : maxPace / paceRatio;
}

/**
 * An adapted voice can fit itself to a wrong alignment, so a sentence found elsewhere without it is
 * low-confidence.
 */
function getAgreementFactor({ decoded, unadapted }: AlignmentResult, sentence: number): number {
  const unadaptedStart = unadapted?.starts[sentence] ?? -1;
  const isElsewhere =
    unadaptedStart >= 0 && Math.abs(unadaptedStart - (decoded.starts[sentence] ?? 0)) > maxDeviationFrames;
  return isElsewhere ? 0.4 : 1;
}

function computeSaving({ decoded, trials }: AlignmentResult, sentence: number): SentenceSaving | null {
  const trial = trials[sentence % trials.length];
  const [start, end] = [decoded.starts[sentence] ?? -1, decoded.ends[sentence] ?? -1];
  if (start < 0 || end <= start || !trial) return null;
  const { text, audio, filler } = trial;
  let outside = 0;
  for (let frame = start; frame < end; frame++) outside += filler[frame] ?? 0;
  const { cost } = alignSentence(text, sentence, audio, start, end);
  const length = (text.offsets[sentence + 1] ?? 0) - (text.offsets[sentence] ?? 0);
  return { saving: outside - cost, outside, pace: (end - start) / Math.max(1, length) };
}
