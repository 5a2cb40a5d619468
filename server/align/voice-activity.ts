import { type AudioFeatures, loudnessPerFrame } from "./feature-extractor.ts";
import { framesPerSecond } from "./frames.ts";

export interface Speech {
  /** Indices of the frames above the threshold. */
  readonly frameIndexes: Int32Array;
  /** Number of dropped frames before each of those. */
  readonly pauses: Int32Array;
  /** Threshold for speech: natural logarithm of the power. */
  readonly threshold: number;
  /** Loudness of every frame. */
  readonly loudness: Float32Array;
}

const shareOfRange = 0.4;
const noiseFloorQuantile = 0.08;
const loudQuantile = 0.85;
const marginFrames = 1;

export function findSpeech({ loudness: fine, spectra }: AudioFeatures): Speech {
  const loudness = averagePerFrame(fine, spectra.count);
  const threshold = getThreshold(loudness);
  const isSpoken = new Uint8Array(loudness.length);
  loudness.forEach((level, frame) => {
    if (level > threshold) isSpoken.fill(1, Math.max(0, frame - marginFrames), frame + marginFrames + 1);
  });
  const frameIndexes = Int32Array.from(getIndexes(isSpoken));
  const pauses = frameIndexes.map((frameIndex, index) =>
    index === 0 ? frameIndex : frameIndex - (frameIndexes[index - 1] ?? 0) - 1,
  );
  return { frameIndexes, pauses, threshold, loudness };
}

function* getIndexes(flags: Uint8Array): Generator<number> {
  for (let index = 0; index < flags.length; index++) if (flags[index]) yield index;
}

/** The mean power of each frame. */
function averagePerFrame(fine: Float32Array, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, frame) => {
    let power = 0;
    for (let part = 0; part < loudnessPerFrame; part++)
      power += Math.exp(fine[frame * loudnessPerFrame + part] ?? 0);
    return Math.log(power / loudnessPerFrame);
  });
}

function getThreshold(loudness: Float32Array): number {
  const sorted = Float32Array.from(loudness).sort();
  const noiseFloor = sorted[Math.floor(sorted.length * noiseFloorQuantile)] ?? 0;
  const loudLevel = sorted[Math.floor(sorted.length * loudQuantile)] ?? 0;
  return noiseFloor + (loudLevel - noiseFloor) * shareOfRange;
}

const searchFrames = 12;
const minPauseFrames = 4;
const maxPauseFrames = 60;
/** How far back a quiet onset is traced. */
const maxBackSeconds = 0.3;
/** Short gaps inside an onset, in fractions of a frame. */
const maxGap = 3;

/**
 * Finds the voice onset near a frame.
 *
 * @returns seconds and the length of the preceding pause in frames; none without a pause
 */
export function findOnset(
  features: AudioFeatures,
  speech: Speech,
  frame: number,
): { readonly at: number; readonly rest: number } {
  const found = findNearestOnset(speech, frame);
  if (!found) return { at: frame / framesPerSecond, rest: 0 };
  const { loudness } = features;
  const [from, first] = [(found.frame - found.rest) * loudnessPerFrame, found.frame * loudnessPerFrame];
  const limit = getPauseThreshold(
    loudness.subarray(Math.max(0, from), Math.max(1, first - loudnessPerFrame)),
  );
  let onset = first;
  while (onset < first + 2 * loudnessPerFrame && (loudness[onset] ?? 0) <= limit) onset++;
  const stop = Math.max(from, first - maxBackSeconds * framesPerSecond * loudnessPerFrame);
  let gap = 0;
  for (let index = onset - 1; index >= stop && gap <= maxGap; index--) {
    if ((loudness[index] ?? 0) > limit) [onset, gap] = [index, 0];
    else gap++;
  }
  return { at: onset / (framesPerSecond * loudnessPerFrame), rest: found.rest };
}

/** The best onset after silence near a frame, preferring long silence and short distance. */
function findNearestOnset({ loudness, threshold }: Speech, frame: number) {
  let best: { readonly frame: number; readonly rest: number; readonly score: number } | null = null;
  for (let offset = -searchFrames; offset <= searchFrames; offset++) {
    const index = frame + offset;
    const rest = measurePauseBefore(loudness, threshold, index);
    if (rest < minPauseFrames) continue;
    const score = Math.min(rest, 30) * 0.6 - Math.abs(offset);
    if (!best || score > best.score) best = { frame: index, rest, score };
  }
  return best;
}

/** Number of silent frames before speech starts at a frame; 0 when it does not start there. */
function measurePauseBefore(loudness: Float32Array, threshold: number, frame: number): number {
  const isLoud = (index: number) => (loudness[index] ?? 0) > threshold;
  if (frame < 1 || !isLoud(frame) || !isLoud(frame + 1)) return 0;
  let rest = 0;
  while (rest < maxPauseFrames && frame - rest - 1 >= 0 && !isLoud(frame - rest - 1)) rest++;
  return rest;
}

function getPauseThreshold(rest: Float32Array): number {
  const sorted = Float32Array.from(rest).sort();
  const typical = sorted[Math.floor(sorted.length * 0.4)] ?? 0;
  const low = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  return typical + Math.max(0.8, 3.5 * Math.max(0.15, typical - low));
}
