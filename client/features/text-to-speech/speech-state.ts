import type { SentenceId } from "#shared/positions/position.ts";
import type { EndNotice } from "./text-cursor.ts";

export type Status =
  | "paused"
  /** Waiting for text or voices. */
  | "loading"
  | "speaking"
  | "between-sentences"
  | "waiting-for-play"
  | "ended";

export type SpeechError =
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

/** Immutable, so that React can compare by identity. */
export interface SpeechState {
  readonly status: Status;
  readonly sentence: SentenceId | null;
  readonly notice: Notice | null;
  readonly playbackError: SpeechError | null;
  readonly ending: EndNotice | null;
  readonly spokenRange: { readonly start: number; readonly end: number } | null;
  /** The current or last voice. */
  readonly voice: SpeechSynthesisVoice | null;
}

export const initialSpeechState: SpeechState = {
  status: "paused",
  sentence: null,
  notice: null,
  playbackError: null,
  ending: null,
  spokenRange: null,
  voice: null,
};

export const isInProgress = ({ status }: Pick<SpeechState, "status">): boolean =>
  status === "speaking" || status === "between-sentences" || status === "loading";

export interface SpeechSettings {
  /** 0.5 to 3. */
  readonly rate: number;
  /** Additional seconds between sentences; null pauses after each. */
  readonly gap: number | null;
  readonly pausesAtVerses: boolean;
  /** The page follows the voice. */
  readonly follows: boolean;
  readonly voices: Readonly<Record<string, string>>;
}
