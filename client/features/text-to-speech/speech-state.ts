import type { SentenceId } from "#shared/positions/position.ts";
import type { EndNotice } from "./text-cursor.ts";

/** What the voice is doing. */
export type Status =
  | "paused"
  /** The text or the voices are on their way. */
  | "loading"
  | "speaking"
  /** A pause between two sentences, or for a verse; it goes on by itself. */
  | "resting"
  /** The reader is to say when it goes on. */
  | "waiting"
  | "ended";

/** Why nothing is heard though it should be. */
export type Trouble =
  | { readonly kind: "no-voices" }
  /** None for the language of the book. */
  | { readonly kind: "no-voice-for"; readonly language: string }
  /** The text did not come. */
  | { readonly kind: "no-text" }
  /** Nobody can tell now what in it is of the Qur'an. */
  | { readonly kind: "unchecked" }
  /** The browser wants a press of Play first. */
  | { readonly kind: "blocked" }
  | { readonly kind: "failed" };

/** What is said about what is heard, or not. */
export type Notice =
  | { readonly kind: "verse" }
  | { readonly kind: "unchecked" }
  | { readonly kind: "skipped"; readonly language: string }
  | { readonly kind: "voice-gone"; readonly name: string };

/** A new object at every change, so that React may compare by identity. */
export interface SpeechState {
  readonly status: Status;
  readonly sentence: SentenceId | null;
  readonly notice: Notice | null;
  readonly playbackError: Trouble | null;
  readonly ending: EndNotice | null;
  /** Characters of the sentence: the word that is heard, or the verse that is shown. */
  readonly mark: { readonly start: number; readonly end: number } | null;
  /** The voice that speaks, or spoke last. */
  readonly voice: SpeechSynthesisVoice | null;
}

export const isSilent: SpeechState = {
  status: "paused",
  sentence: null,
  notice: null,
  playbackError: null,
  ending: null,
  mark: null,
  voice: null,
};

/** Whether it goes on by itself. */
export const isInProgress = ({ status }: Pick<SpeechState, "status">): boolean =>
  status === "speaking" || status === "resting" || status === "loading";

/** How a reader likes to be read to. */
export interface SpeechSettings {
  /** 0.5 to 3. */
  readonly rate: number;
  /** Seconds between two sentences, besides a breath; null stops after each. */
  readonly gap: number | null;
  /** At a verse it goes on after a fitting time, or when the reader says so. */
  readonly pausesAtVerses: boolean;
  /** The page turns with the voice. */
  readonly follows: boolean;
  /** For each language, by its base, the voice that was chosen. */
  readonly voices: Readonly<Record<string, string>>;
}
