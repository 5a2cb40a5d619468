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

/** Where each sentence was found: frames of the sound, `[start, end)`; -1 for one that is not heard. */
export interface Decoded {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Of the whole way. */
  readonly cost: number;
}

export interface Search {
  readonly text: Reference;
  readonly sound: AudioInfo;
  /** What each frame of the sound costs when it is not in the text. */
  readonly filler: Float32Array;
  /** What it costs to begin before each sentence; the last is for beginning behind them all. */
  readonly opening: Float64Array;
  /** Sentences with which a part of the text begins: likely goals of a leap. */
  readonly partStarts: readonly number[];
}
