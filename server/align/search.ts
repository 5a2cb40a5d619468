import type { Frames } from "./frames.ts";

/** Synthesized speech of a text, without pauses. */
export interface Reference {
  readonly frames: Frames;
  /** The first frame of each sentence, and the end of the last one. */
  readonly offsets: Int32Array;
}

/** A narration without pauses. */
export interface VoicedAudio {
  readonly frames: Frames;
  /** Number of silent frames before each frame. */
  readonly pauses: Int32Array;
}

/** Audio frames `[start, end)` per sentence; -1 when not found. */
export interface SentenceFrames {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly cost: number;
}

export interface Search {
  readonly text: Reference;
  readonly audio: VoicedAudio;
  readonly filler: Float32Array;
  readonly opening: Float64Array;
  /** Sentences at the start of a part: likely targets of a jump. */
  readonly partStarts: readonly number[];
  /** For a cut of a recording, which can end inside a sentence; that sentence is not among the results. */
  readonly canEndAnywhere?: boolean;
}
