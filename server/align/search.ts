import type { Frames } from "./frames.ts";

/** A text as a machine speaks it, sentence after sentence, without the rests. */
export interface Reference {
  readonly frames: Frames;
  /** The first frame of each sentence, and where the last one ends. */
  readonly offsets: Int32Array;
}

/** A narration without its rests. */
export interface AudioInfo {
  readonly frames: Frames;
  /** Frames of rest before each frame. */
  readonly pauses: Int32Array;
}

/** Audio frames `[start, end)` per sentence; -1 when not found. */
export interface Decoded {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly cost: number;
}

export interface Search {
  readonly text: Reference;
  readonly sound: AudioInfo;
  readonly filler: Float32Array;
  readonly opening: Float64Array;
  /** Sentences with which a part of the text begins: likely goals of a leap. */
  readonly partStarts: readonly number[];
}
