import type { SentenceId } from "#shared/positions/position.ts";
import type { EndNotice } from "./text-cursor.ts";

export type Status =
  | "paused"
  /** The text or the voices are on their way. */
  | "loading"
  | "speaking"
  | "resting"
  | "waiting"
  | "ended";

export type Trouble =
  | { readonly kind: "no-voices" }
  | { readonly kind: "no-voice-for"; readonly language: string }
  | { readonly kind: "no-text" }
  | { readonly kind: "unchecked" }
  | { readonly kind: "blocked" }
  | { readonly kind: "failed" };

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

export const isInProgress = ({ status }: Pick<SpeechState, "status">): boolean =>
  status === "speaking" || status === "resting" || status === "loading";

export interface SpeechSettings {
  /** 0.5 to 3. */
  readonly rate: number;
  /** Seconds between two sentences, besides a breath; null stops after each. */
  readonly gap: number | null;
  readonly pausesAtVerses: boolean;
  /** The page turns with the voice. */
  readonly follows: boolean;
  readonly voices: Readonly<Record<string, string>>;
}
