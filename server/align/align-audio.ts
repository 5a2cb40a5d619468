import { findAlignmentPath } from "./alignment-path.ts";
import { decode } from "./decoder.ts";
import type { AudioFeatures } from "./feature-extractor.ts";
import { createFillerModel } from "./filler.ts";
import { computeMoments, type FeatureMoments, type Frames, measureLoudness, normalize } from "./frames.ts";
import { bands, computeCepstra } from "./mel.ts";
import type { AudioInfo, Decoded, Reference } from "./search.ts";
import { type FeatureMapping, fitSpeakerTransform, predictFeatures } from "./speaker-adaptation.ts";
import type { SpokenText } from "./spoken-text.ts";
import { chooseWarp } from "./vocal-tract-normalization.ts";
import { findSpeech, type Speech } from "./voice-activity.ts";

const mismatchShare = 0.98;
const knownShare = 0.9;
const adaptations = 3;
const trialCount = 4;
const minLearned = 0.03;

export interface Voice {
  readonly warp: number;
  readonly textTimes: FeatureMoments;
  readonly audioTimes: FeatureMoments;
  readonly mapping: FeatureMapping;
}

/** A narration aligned with its text. */
export interface Aligned {
  readonly decoded: Decoded;
  readonly speech: Speech;
  readonly text: Reference;
  readonly sound: AudioInfo;
  readonly filler: Float32Array;
  readonly gain: number;
  readonly trials: readonly VoiceTrial[];
  /** The result without the adapted voice; null in chapters of a known voice. */
  readonly unadapted: Decoded | null;
  readonly voice: Voice | null;
}

/** A text and a narration with comparable features, and the filler cost outside of the text. */
export type VoiceTrial = Pick<Aligned, "text" | "sound" | "filler">;

export interface EntryPoints {
  readonly opening: Float64Array;
  readonly partStarts: readonly number[];
}

export function alignAudio(
  text: SpokenText,
  features: AudioFeatures,
  entrances: EntryPoints,
  known?: Voice,
): Aligned {
  const speech = findSpeech(features);
  const plain = voicedFrames(features, speech);
  const audioTimes = computeMoments(plain);
  const audioInfo: AudioInfo = { frames: normalize(plain, audioTimes), pauses: speech.pauses };
  const warp = known?.warp ?? chooseWarp(text, audioInfo.frames);
  const plainText = computeCepstra(text.spectra, warp);
  const textTimes = known?.textTimes ?? computeMoments(plainText);
  const reference: Reference = { frames: normalize(plainText, textTimes), offsets: text.offsets };
  let tried = known
    ? tryVoice(reference, audioInfo, known.mapping, entrances)
    : { ...search(reference, audioInfo, mismatchShare, entrances), text: reference, sound: audioInfo };
  let mapping = known?.mapping ?? null;
  const unlearned = [tried];
  const unadapted = known ? null : tried.decoded;
  for (let round = known ? adaptations - 1 : 0; round < adaptations; round++) {
    if (shareFound(tried.decoded, audioInfo) < minLearned)
      return { ...tried, trials: unlearned, unadapted, speech, voice: null };
    mapping = fitSpeakerTransform(
      reference.frames,
      audioInfo.frames,
      findAlignmentPath(tried.text, tried.sound, tried.decoded),
    );
    tried = tryVoice(reference, audioInfo, mapping, entrances);
  }
  const trials = known ? unlearned : getParts(reference, audioInfo, tried);
  return { ...tried, trials, unadapted, speech, voice: mapping && { warp, textTimes, audioTimes, mapping } };
}

function getParts(
  reference: Reference,
  audioInfo: AudioInfo,
  tried: VoiceTrial & { readonly decoded: Decoded },
): readonly VoiceTrial[] {
  return Array.from({ length: trialCount }, (_, part) => {
    const starts = tried.decoded.starts.map((start, sentence) =>
      sentence % trialCount === part ? -1 : start,
    );
    const way = findAlignmentPath(tried.text, tried.sound, { ...tried.decoded, starts });
    const { text, sound: result } = asSpoken(
      reference,
      audioInfo,
      fitSpeakerTransform(reference.frames, audioInfo.frames, way),
    );
    return { text, sound: result, filler: createFillerModel(text, result, knownShare) };
  });
}

/** The share of the speech that was found in the text. */
function shareFound({ starts, ends }: Decoded, { frames }: AudioInfo): number {
  const found = starts.reduce((sum, start, at) => sum + (start < 0 ? 0 : (ends[at] ?? start) - start), 0);
  return found / Math.max(1, frames.count);
}

function voicedFrames({ spectra }: AudioFeatures, { places }: Speech): Frames {
  const spoken = new Uint8Array(places.length * bands);
  places.forEach((place, at) => {
    spoken.set(spectra.values.subarray(place * bands, (place + 1) * bands), at * bands);
  });
  return computeCepstra({ count: places.length, values: spoken }, 1);
}

function tryVoice(
  reference: Reference,
  audioInfo: AudioInfo,
  mapping: FeatureMapping,
  entrances: EntryPoints,
) {
  const spoken = asSpoken(reference, audioInfo, mapping);
  return { ...search(spoken.text, spoken.sound, knownShare, entrances), ...spoken };
}

function asSpoken(reference: Reference, audioInfo: AudioInfo, { matrix, weights }: FeatureMapping) {
  return {
    text: {
      frames: measureLoudness(predictFeatures(reference.frames, matrix), weights),
      offsets: reference.offsets,
    },
    sound: { frames: measureLoudness(audioInfo.frames, weights), pauses: audioInfo.pauses },
  };
}

function search(text: Reference, audioInfo: AudioInfo, share: number, { opening, partStarts }: EntryPoints) {
  const filler = createFillerModel(text, audioInfo, share);
  const decoded = decode({ text, sound: audioInfo, filler, opening, partStarts });
  const outside = filler.reduce((sum, cost) => sum + cost, 0);
  return { decoded, filler, gain: 1 - decoded.cost / outside };
}
