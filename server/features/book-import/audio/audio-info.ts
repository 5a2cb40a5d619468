import { unprocessableFile } from "#server/http/api/problem.ts";

/** Bytes `[from, to)` of a file. */
export type ByteRange = readonly [from: number, to: number];

/** A chapter as a file names it. */
export interface FoundChapter {
  /** Empty when it has none. */
  readonly title: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** What the bytes of an audio file say, whatever its name and tags claim. */
export interface AudioInfo {
  readonly mediaType: "audio/mpeg" | "audio/mp4" | "audio/ogg" | "audio/flac";
  readonly extension: "mp3" | "m4b" | "ogg" | "flac";
  readonly codec: string;
  /** Seconds. */
  readonly duration: number;
  /** Those that the container itself holds; others stand in the tags. */
  readonly chapters: readonly FoundChapter[];
  readonly warnings: readonly string[];
  /** The bytes that sound up to `seconds`, with what is needed to play them, and none that sound later. */
  rangesUpTo(seconds: number): readonly ByteRange[];
}

/** No book is read aloud for longer; a file that says so lies, and would fill the memory with places in it. */
const maxHours = 200;

/** @throws {ProblemError} `unprocessable_file` for a length that no book has. */
export function assertPlausibleDuration(seconds: number): void {
  if (!(seconds <= maxHours * 3600)) {
    throw unprocessableFile(`This audio file is damaged: it claims to last longer than ${maxHours} hours.`);
  }
}

/** Marks where the sound stands in a file, every tenth of a second. */
export class TimeIndex {
  readonly #offsets: number[] = [];

  /**
   * To be called for each frame in order: it begins at `offset` and sounds until `end` (seconds).
   *
   * @throws {ProblemError} `unprocessable_file` for a length that no book has.
   */
  mark(end: number, offset: number): void {
    assertPlausibleDuration(end);
    while (this.#offsets.length * step <= end) this.#offsets.push(offset);
  }

  /** Where the first frame begins that sounds on after `seconds`; null when none does. */
  offsetAt(seconds: number): number | null {
    const at = Math.floor(seconds / step + 1e-6);
    return this.#offsets[at] ?? null;
  }
}

const step = 0.1;
