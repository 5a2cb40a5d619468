import type { AudioFeatures } from "./feature-extractor.ts";
import { computeStatistics, type FeatureStatistics, type Frames, normalize } from "./frames.ts";
import { bands, computeCepstra, type Spectra } from "./mel.ts";
import { findSpeech } from "./voice-activity.ts";

/** Synthesized speech: the spectra of the sentences without pauses, concatenated. */
export interface SpokenText {
  readonly spectra: Spectra;
  /** The first frame of each sentence, and the end of the last one. */
  readonly offsets: Int32Array;
}

export function getSpeechFrames(features: AudioFeatures): Uint8Array {
  const { frameIndexes } = findSpeech(features);
  const spokenFrames = new Uint8Array(Math.max(1, frameIndexes.length) * bands);
  frameIndexes.forEach((frameIndex, index) => {
    spokenFrames.set(
      features.spectra.values.subarray(frameIndex * bands, (frameIndex + 1) * bands),
      index * bands,
    );
  });
  return spokenFrames;
}

/** Concatenates sentences. */
export function joinSentences(sentences: readonly Uint8Array[]): SpokenText {
  const offsets = new Int32Array(sentences.length + 1);
  sentences.forEach((spokenFrames, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + spokenFrames.length / bands;
  });
  const count = offsets[sentences.length] ?? 0;
  const values = new Uint8Array(count * bands);
  sentences.forEach((spokenFrames, index) => void values.set(spokenFrames, (offsets[index] ?? 0) * bands));
  return { spectra: { count, values }, offsets };
}

/** The speech as with that vocal tract length. */
export function getFrames(
  { spectra }: Pick<SpokenText, "spectra">,
  warp: number,
  moments?: FeatureStatistics,
): Frames {
  const frames = computeCepstra(spectra, warp);
  return normalize(frames, moments ?? computeStatistics(frames));
}

/** Part of a text: sentences `[from, to)`. */
export function getPart({ spectra, offsets }: SpokenText, from: number, to: number): SpokenText {
  const [first, last] = [offsets[from] ?? 0, offsets[to] ?? 0];
  return {
    spectra: { count: last - first, values: spectra.values.subarray(first * bands, last * bands) },
    offsets: offsets.slice(from, to + 1).map((offset) => offset - first),
  };
}
