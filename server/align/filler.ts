import { decode } from "./decoder.ts";
import { cepstra, computeDistance, type Frames } from "./frames.ts";
import type { Reference, VoicedAudio } from "./search.ts";

const maxSamples = 300;
const nearestShare = 0.12;
const sampledFrames = 4_000;
/** Prevents cheap paths outside of the text while searching for the right text. */
const prohibitiveCost = 1e4;
/** Text frames per audio frame of the fastest path, which thus never reaches the end of the wrong text. */
const maxSpeedup = 3;

/**
 * The filler cost of each frame: below that of a wrong text, above that of the right one.
 *
 * @param fraction of the mean cost on shuffled sentences
 */
export function createFillerModel(text: Reference, voicedAudio: VoicedAudio, fraction: number): Float32Array {
  const distances = computeNearDistances(text.frames, voicedAudio.frames);
  const mean = distances.reduce((sum, value) => sum + value, 0) / Math.max(1, distances.length);
  const shift = computeWrongTextCost(text, voicedAudio) * fraction - mean;
  return distances.map((value) => value + shift);
}

function computeNearDistances(text: Frames, { count, values }: Frames): Float32Array {
  const sampleCount = Math.min(maxSamples, text.count);
  const sampleOffsets = Int32Array.from(
    { length: sampleCount },
    (_, index) => Math.floor((index * text.count) / sampleCount) * cepstra,
  );
  const distances = new Float32Array(sampleCount);
  const rank = Math.floor(sampleCount * nearestShare);
  return Float32Array.from({ length: count }, (_, frame) => {
    for (let index = 0; index < sampleCount; index++) {
      distances[index] = computeDistance(text.values, sampleOffsets[index] ?? 0, values, frame * cepstra);
    }
    return distances.sort()[rank] ?? 0;
  });
}

function computeWrongTextCost(text: Reference, voicedAudio: VoicedAudio): number {
  const from = Math.max(0, (voicedAudio.frames.count - sampledFrames) >> 1);
  const part = getAudioPart(voicedAudio, from, Math.min(voicedAudio.frames.count, from + sampledFrames));
  const { count } = part.frames;
  const shuffled = shuffleSentences(text, count * maxSpeedup + 1);
  const opening = new Float64Array(shuffled.offsets.length).fill(Number.POSITIVE_INFINITY);
  opening[0] = 0;
  const filler = new Float32Array(count).fill(prohibitiveCost);
  const search = { text: shuffled, audio: part, filler, opening, partStarts: [], canEndAnywhere: true };
  return decode(search).cost / Math.max(1, count);
}

function getAudioPart({ frames, pauses }: VoicedAudio, from: number, to: number): VoicedAudio {
  return {
    frames: { count: to - from, values: frames.values.subarray(from * cepstra, to * cepstra) },
    pauses: pauses.subarray(from, to),
  };
}

/**
 * Collects sentences that are not neighbours in the text until there are enough frames; short texts repeat.
 */
function shuffleSentences({ frames, offsets }: Reference, minFrames: number): Reference {
  const count = offsets.length - 1;
  const order = permute(count);
  const chosen: number[] = [];
  const newOffsets = [0];
  for (let n = 0; ; n++) {
    const index = order[n % order.length] ?? 0;
    const before = newOffsets.at(-1) ?? 0;
    if (before >= minFrames) break;
    chosen.push(index);
    newOffsets.push(before + (offsets[index + 1] ?? 0) - (offsets[index] ?? 0));
  }
  const values = new Float32Array((newOffsets.at(-1) ?? 0) * cepstra);
  chosen.forEach((at, index) => {
    const from = (offsets[at] ?? 0) * cepstra;
    values.set(
      frames.values.subarray(from, (offsets[at + 1] ?? 0) * cepstra),
      (newOffsets[index] ?? 0) * cepstra,
    );
  });
  return { frames: { count: newOffsets.at(-1) ?? 0, values }, offsets: Int32Array.from(newOffsets) };
}

/** Every seventh; the order is a permutation also when seven divides the count. */
function permute(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) =>
    count % 7 === 0 ? count - 1 - index : (index * 7 + 3) % count,
  );
}
