/** 16-bit mono speech. */
export interface Speech {
  /** Sample rate. */
  readonly rate: number;
  readonly samples: Int16Array;
}

export interface Narrator {
  readonly name: string;
  readonly identity: string;
  /** The missing program; null when it can speak. */
  findMissingProgram(): Promise<string | null>;
  /** Whether it has a voice for a BCP 47 language tag. */
  supports(language: string): Promise<boolean>;
  /**
   * Synthesizes a text.
   *
   * @throws {NarrationRejectedError} when the program fails, hangs or exceeds its memory limit
   */
  speak(text: string, language: string, cancelled: AbortSignal): Promise<Speech>;
}

/** Why a book cannot be narrated. */
export type RejectionReason =
  | "missing-tools"
  | "language"
  | "no-text"
  | "only-quran"
  | "not-allowed"
  | "has-narration"
  | "voice-failed"
  | "lost-file";

/** A book cannot be narrated, with a reason for the reader. */
export class NarrationRejectedError extends Error {
  readonly reason: RejectionReason;
  readonly about: string;

  constructor(reason: RejectionReason, about = "") {
    super(`The narration was refused: ${reason} ${about}`.trim());
    this.reason = reason;
    this.about = about;
  }
}
