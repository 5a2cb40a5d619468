import { findAlignmentPath } from "./alignment-path.ts";
import { decode } from "./decoder.ts";
import type { AudioFeatures } from "./feature-extractor.ts";
import { createFillerModel } from "./filler.ts";
import { applyWeights, computeStatistics, type FeatureStatistics, type Frames, normalize } from "./frames.ts";
import { bands, computeCepstra } from "./mel.ts";
import type { Reference, SentenceFrames, VoicedAudio } from "./search.ts";
import { type FeatureMapping, fitSpeakerTransform, predictFeatures } from "./speaker-adaptation.ts";
import type { SpokenText } from "./spoken-text.ts";
import { createWarpSelector } from "./vocal-tract-normalization.ts";
import { findSpeech, type Speech } from "./voice-activity.ts";

/** Of the mean cost of a wrong text; smaller with the adapted voice, whose costs differ more. */
const unadaptedFillerFraction = 0.98;
const adaptedFillerFraction = 0.9;
const adaptationRounds = 3;
const trialCount = 4;
/** With less of the speech found, there is nothing to adapt to. */
const minFoundFraction = 0.03;

export interface Voice {
  readonly warp: number;
  readonly textStatistics: FeatureStatistics;
  readonly audioStatistics: FeatureStatistics;
  readonly mapping: FeatureMapping;
}

/** A narration aligned with its text. */
export interface AlignmentResult {
  readonly decoded: SentenceFrames;
  readonly speech: Speech;
  readonly text: Reference;
  readonly audio: VoicedAudio;
  readonly filler: Float32Array;
  readonly gain: number;
  readonly trials: readonly VoiceTrial[];
  /** The result without the adapted voice; null in chapters of a known voice. */
  readonly unadapted: SentenceFrames | null;
  readonly voice: Voice | null;
}

/** A text and a narration with comparable features, and the filler cost outside of the text. */
export type VoiceTrial = Pick<AlignmentResult, "text" | "audio" | "filler">;

export interface EntryPoints {
  readonly opening: Float64Array;
  readonly partStarts: readonly number[];
}

export function alignAudio(
  text: SpokenText,
  features: AudioFeatures,
  entryPoints: EntryPoints,
  previousVoice?: Voice,
): AlignmentResult {
  const speech = findSpeech(features);
  const voiced = getVoicedFrames(features, speech);
  const audioStatistics = computeStatistics(voiced);
  const voicedAudio: VoicedAudio = { frames: normalize(voiced, audioStatistics), pauses: speech.pauses };
  const warp = previousVoice?.warp ?? createWarpSelector(text)(voicedAudio.frames);
  const textCepstra = computeCepstra(text.spectra, warp);
  const textStatistics = previousVoice?.textStatistics ?? computeStatistics(textCepstra);
  const reference: Reference = { frames: normalize(textCepstra, textStatistics), offsets: text.offsets };
  let trial = previousVoice
    ? searchWithVoice(reference, voicedAudio, previousVoice.mapping, entryPoints)
    : {
        ...search(reference, voicedAudio, unadaptedFillerFraction, entryPoints),
        text: reference,
        audio: voicedAudio,
      };
  let mapping = previousVoice?.mapping ?? null;
  const unadaptedTrials = [trial];
  const unadapted = previousVoice ? null : trial.decoded;
  for (let round = previousVoice ? adaptationRounds - 1 : 0; round < adaptationRounds; round++) {
    if (computeFoundFraction(trial.decoded, voicedAudio) < minFoundFraction)
      return { ...trial, trials: unadaptedTrials, unadapted, speech, voice: null };
    mapping = fitSpeakerTransform(
      reference.frames,
      voicedAudio.frames,
      findAlignmentPath(trial.text, trial.audio, trial.decoded),
    );
    trial = searchWithVoice(reference, voicedAudio, mapping, entryPoints);
  }
  const trials = previousVoice ? unadaptedTrials : getTrials(reference, voicedAudio, trial);
  return {
    ...trial,
    trials,
    unadapted,
    speech,
    voice: mapping && { warp, textStatistics, audioStatistics, mapping },
  };
}

function getTrials(
  reference: Reference,
  voicedAudio: VoicedAudio,
  trial: VoiceTrial & { readonly decoded: SentenceFrames },
): readonly VoiceTrial[] {
  return Array.from({ length: trialCount }, (_, part) => {
    const starts = trial.decoded.starts.map((start, sentence) =>
      sentence % trialCount === part ? -1 : start,
    );
    const alignmentPath = findAlignmentPath(trial.text, trial.audio, { ...trial.decoded, starts });
    const { text, audio } = applyVoice(
      reference,
      voicedAudio,
      fitSpeakerTransform(reference.frames, voicedAudio.frames, alignmentPath),
    );
    return { text, audio, filler: createFillerModel(text, audio, adaptedFillerFraction) };
  });
}

/** The share of the speech that was found in the text. */
function computeFoundFraction({ starts, ends }: SentenceFrames, { frames }: VoicedAudio): number {
  const found = starts.reduce(
    (sum, start, index) => sum + (start < 0 ? 0 : (ends[index] ?? start) - start),
    0,
  );
  return found / Math.max(1, frames.count);
}

function getVoicedFrames({ spectra }: AudioFeatures, { frameIndexes }: Speech): Frames {
  const voicedSpectra = new Uint8Array(frameIndexes.length * bands);
  frameIndexes.forEach((frameIndex, index) => {
    voicedSpectra.set(spectra.values.subarray(frameIndex * bands, (frameIndex + 1) * bands), index * bands);
  });
  return computeCepstra({ count: frameIndexes.length, values: voicedSpectra }, 1);
}

function searchWithVoice(
  reference: Reference,
  voicedAudio: VoicedAudio,
  mapping: FeatureMapping,
  entryPoints: EntryPoints,
) {
  const adapted = applyVoice(reference, voicedAudio, mapping);
  return { ...search(adapted.text, adapted.audio, adaptedFillerFraction, entryPoints), ...adapted };
}

function applyVoice(reference: Reference, voicedAudio: VoicedAudio, { matrix, weights }: FeatureMapping) {
  return {
    text: {
      frames: applyWeights(predictFeatures(reference.frames, matrix), weights),
      offsets: reference.offsets,
    },
    audio: { frames: applyWeights(voicedAudio.frames, weights), pauses: voicedAudio.pauses },
  };
}

function search(
  text: Reference,
  voicedAudio: VoicedAudio,
  fraction: number,
  { opening, partStarts }: EntryPoints,
) {
  const filler = createFillerModel(text, voicedAudio, fraction);
  const decoded = decode({ text, audio: voicedAudio, filler, opening, partStarts });
  const outside = filler.reduce((sum, cost) => sum + cost, 0);
  return { decoded, filler, gain: 1 - decoded.cost / outside };
}
