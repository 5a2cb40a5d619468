import { reason, unprocessableFile } from "#server/http/api/problem.ts";

/** Bytes `[from, to)` of a file. */
export type ByteRange = readonly [from: number, to: number];

/** A chapter from the file's metadata. */
export interface FoundChapter {
  /** Empty for none. */
  readonly title: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Detected from the bytes, not from the name or tags. */
export interface AudioInfo {
  readonly mediaType: "audio/mpeg" | "audio/mp4" | "audio/ogg" | "audio/flac";
  readonly extension: "mp3" | "m4b" | "ogg" | "flac";
  readonly codec: string;
  /** Seconds. */
  readonly duration: number;
  readonly chapters: readonly FoundChapter[];
  /** Whether its end is missing; it plays up to there. */
  readonly endsEarly: boolean;
  /** The bytes needed to play up to `seconds`. */
  rangesUpTo(seconds: number): readonly ByteRange[];
}

const maxHours = 200;

/** @throws {ProblemError} `unprocessable_file` for an implausible duration */
export function assertPlausibleDuration(seconds: number): void {
  if (!(seconds <= maxHours * 3600)) {
    throw unprocessableFile(reason("audio_damaged_length", { hours: maxHours }));
  }
}

export class TimeIndex {
  readonly #offsets: number[] = [];

  /**
   * Call for each frame in order, from `offset` to `end` in seconds.
   *
   * @throws {ProblemError} `unprocessable_file` for an implausible duration
   */
  addFrame(end: number, offset: number): void {
    assertPlausibleDuration(end);
    while (this.#offsets.length * stepSeconds <= end) this.#offsets.push(offset);
  }

  /** The first frame that ends after `seconds`; null for none. */
  offsetAt(seconds: number): number | null {
    const at = Math.floor(seconds / stepSeconds + 1e-6);
    return this.#offsets[at] ?? null;
  }
}

const stepSeconds = 0.1;
