import { costs, infiniteCost } from "./costs.ts";
import { cepstra, computeDistance } from "./frames.ts";
import type { Reference, SentenceFrames, VoicedAudio } from "./search.ts";

/** The text frame of each audio frame; -1 outside of the text. */
export type AlignmentPath = Int32Array;

export interface AlignedSentence {
  readonly path: Int32Array;
  readonly cost: number;
}

export function findAlignmentPath(
  text: Reference,
  voicedAudio: VoicedAudio,
  { starts, ends }: SentenceFrames,
): AlignmentPath {
  const path = new Int32Array(voicedAudio.frames.count).fill(-1);
  for (let sentence = 0; sentence < starts.length; sentence++) {
    const [start, end] = [starts[sentence] ?? -1, ends[sentence] ?? -1];
    if (start >= 0 && end > start)
      path.set(alignSentence(text, sentence, voicedAudio, start, end).path, start);
  }
  return path;
}

/** Aligns audio frames `[start, end)` with a sentence by dynamic time warping. */
export function alignSentence(
  text: Reference,
  sentence: number,
  voicedAudio: VoicedAudio,
  start: number,
  end: number,
): AlignedSentence {
  const first = text.offsets[sentence] ?? 0;
  const length = (text.offsets[sentence + 1] ?? 0) - first;
  const allSteps = new Uint8Array(length * (end - start));
  let previous = new Float64Array(length).fill(infiniteCost);
  let current = new Float64Array(length);
  for (let frame = start; frame < end; frame++) {
    const steps = allSteps.subarray((frame - start) * length, (frame - start + 1) * length);
    const audioOffset = frame * cepstra;
    for (let index = 0; index < length; index++) {
      const score =
        frame === start ? (index < 2 ? 0 : infiniteCost) : chooseCheapestStep(previous, index, steps);
      current[index] =
        score >= infiniteCost
          ? infiniteCost
          : score +
            computeDistance(
              text.frames.values,
              (first + index) * cepstra,
              voicedAudio.frames.values,
              audioOffset,
            );
    }
    [previous, current] = [current, previous];
  }
  return backtrack(previous, allSteps, first, length, end - start);
}

const stepCosts = [costs.hold, 0, costs.skipOne, costs.skipTwo];

function chooseCheapestStep(previous: Float64Array, index: number, steps: Uint8Array): number {
  let score = (previous[index] ?? infiniteCost) + costs.hold;
  let step = 0;
  for (let stepSize = 1; stepSize <= 3 && stepSize <= index; stepSize++) {
    const other = (previous[index - stepSize] ?? infiniteCost) + (stepCosts[stepSize] ?? 0);
    if (other < score) [score, step] = [other, stepSize];
  }
  steps[index] = step;
  return score;
}

function backtrack(
  last: Float64Array,
  allSteps: Uint8Array,
  first: number,
  length: number,
  count: number,
): AlignedSentence {
  let index = length - 1;
  for (let end = Math.max(0, length - 3); end < length; end++) {
    if ((last[end] ?? infiniteCost) < (last[index] ?? infiniteCost)) index = end;
  }
  const cost = last[index] ?? infiniteCost;
  const path = new Int32Array(count);
  for (let frame = count - 1; frame >= 0; frame--) {
    path[frame] = first + index;
    index = Math.max(0, index - (allSteps[frame * length + index] ?? 0));
  }
  return { path, cost };
}
