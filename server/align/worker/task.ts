import type { AlignmentProgram, AlignmentReason, AlignmentStage } from "#shared/alignment/alignment.ts";
import type { FoundSentence } from "#server/align/chapter.ts";
import type { Uncertainty } from "#server/align/low-confidence.ts";

/** Seconds in the audio file. */
export interface AudioChapter {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

export interface AudioFileRow {
  readonly path: string;
  readonly name: string;
  readonly chapters: readonly AudioChapter[];
}

export interface AlignTask {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly sentences: readonly string[];
  /** Sentences at the start of the text's documents. */
  readonly partStarts: readonly number[];
  readonly files: readonly AudioFileRow[];
  /** Chapters to align; null for all. */
  readonly requested: readonly number[] | null;
  readonly anchors: readonly { readonly chapter: number; readonly sentence: number; readonly at: number }[];
  /** The first sentence of chapters that were aligned before. */
  readonly firstSentences: readonly (readonly [chapter: number, sentence: number])[];
  readonly programs: Readonly<Record<AlignmentProgram, string>>;
  /** Keeps the reference speech between runs. */
  readonly speechFolder: string;
}

export interface FoundAudioChapter {
  readonly number: number;
  readonly sentences: readonly FoundSentence[];
  readonly uncertainties: readonly Uncertainty[];
  readonly matchedFraction: number;
}

export interface AlignProgress {
  readonly stage: AlignmentStage;
  /** From 0 to 1. */
  readonly progress: number;
  readonly chaptersDone: number;
}

export class AlignmentRejectedError extends Error {
  readonly reason: AlignmentReason;
  readonly about: string;

  constructor(reason: AlignmentReason, about = "") {
    super(`The alignment was refused: ${reason} ${about}`.trim());
    this.reason = reason;
    this.about = about;
  }
}

export type AlignMessage =
  | { readonly progress: AlignProgress }
  | { readonly child: number | null }
  | { readonly done: readonly FoundAudioChapter[] }
  | { readonly rejected: { readonly reason: AlignmentReason; readonly about: string } }
  | { readonly failed: string };
