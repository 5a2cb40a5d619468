/** Speech as 16 bits a sample, one channel. */
export interface Speech {
  /** Samples a second. */
  readonly rate: number;
  readonly samples: Int16Array;
}

export interface Narrator {
  readonly name: string;
  readonly identity: string;
  /** The program it needs that is not there; null when it can speak. */
  missing(): Promise<string | null>;
  /** Whether it has a voice for a language (a BCP 47 tag). */
  speaks(language: string): Promise<boolean>;
  /**
   * Speaks a few words.
   *
   * @throws {NarrationRejectedError} when the program fails, hangs, or wants more memory than it may have.
   */
  speak(words: string, language: string, cancelled: AbortSignal): Promise<Speech>;
}

/** Why a book is not narrated, for people to read. */
export type RejectionReason =
  | "missing-tools"
  | "language"
  | "no-text"
  | "only-quran"
  | "not-allowed"
  | "has-narration"
  | "voice-failed"
  | "lost-file";

/** A book cannot be narrated, for a reason that a person may read. */
export class NarrationRejectedError extends Error {
  readonly reason: RejectionReason;
  readonly about: string;

  constructor(reason: RejectionReason, about = "") {
    super(`The narration was refused: ${reason} ${about}`.trim());
    this.reason = reason;
    this.about = about;
  }
}
