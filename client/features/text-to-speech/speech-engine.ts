import type { SentenceId } from "#shared/positions/position.ts";
import { Store } from "#client/lib/store.ts";
import { getBaseLanguage } from "./languages.ts";
import { PassageSpeaker } from "./passage-speaker.ts";
import { estimateReadingTime, getPauseAfter } from "./pauses.ts";
import { SentenceCursor } from "./sentence-cursor.ts";
import { SpeakingRate } from "./speaking-rate.ts";
import {
  initialSpeechState,
  isInProgress,
  type SpeechError,
  type SpeechSettings,
  type SpeechState,
} from "./speech-state.ts";
import type { Passage } from "./split-by-language.ts";
import type { EndNotice, SpeechPosition, SpeechProgress, SpokenBook } from "./text-cursor.ts";
import type { UtterancePlayer } from "./utterance-player.ts";
import type { Voices } from "./voices.ts";

/** `spoken` when a sentence ended. */
export type SpeechCommand = "play" | "pause" | "sentence" | "spoken" | "finish";

const loading = { status: "loading", notice: null, playbackError: null, ending: null } as const;

export class SpeechEngine {
  readonly #language: string;
  readonly #cursor: SentenceCursor;
  readonly #voices: Voices;
  readonly #settings: () => SpeechSettings;
  readonly #store = new Store<SpeechState>(initialSpeechState);
  readonly #speaker: PassageSpeaker;
  readonly #commandListeners = new Set<(command: SpeechCommand, speechProgress: SpeechProgress) => void>();
  readonly #stopVoices: () => void;
  /** The part of the sentence being spoken. */
  #passage = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isUserAction = false;

  constructor(
    book: SpokenBook,
    { player, voices }: { readonly player: UtterancePlayer; readonly voices: Voices },
    settings: () => SpeechSettings,
  ) {
    this.#language = book.language;
    this.#cursor = new SentenceCursor(book);
    this.#voices = voices;
    this.#settings = settings;
    this.#speaker = new PassageSpeaker(player, voices, new SpeakingRate(), settings);
    this.#stopVoices = voices.subscribe(() => this.#onVoices());
  }

  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;

  /** @returns a function that unsubscribes */
  onCommand(listener: (command: SpeechCommand, speechProgress: SpeechProgress) => void): () => void {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  }

  get isActive(): boolean {
    return isInProgress(this.getState());
  }

  /** Null before the first sentence. */
  readonly getSpokenPosition = (): { readonly target: SentenceId; readonly fraction: number } | null => {
    const { sentence } = this.#cursor;
    if (!sentence) return null;
    const at = this.#speaker.spokenUntil ?? sentence.passages[this.#passage]?.sources[0] ?? 0;
    return { target: sentence.id, fraction: sentence.length > 0 ? Math.min(1, at / sentence.length) : 0 };
  };

  /** Reads from a position. */
  async playFrom(position: SpeechPosition): Promise<void> {
    this.#stop();
    this.#isUserAction = true;
    this.#store.update({ ...loading, spokenRange: null });
    this.#cursor.setTarget(position);
    await this.#goTo(position, 1);
  }

  readonly play = (): void => {
    const { status, playbackError } = this.getState();
    if (isInProgress({ status })) return;
    this.#voices.resetFailures();
    if (!this.#cursor.sentence || playbackError?.kind === "no-text" || playbackError?.kind === "unchecked") {
      const { position } = this.#cursor;
      if (position) void this.playFrom(position);
      return;
    }
    this.#stop();
    this.#isUserAction = true;
    this.#store.update(loading);
    if (this.#isSentenceOver) void this.#moveToAdjacent(1);
    else if (status === "waiting-for-play") this.#goToNextPassage();
    else this.#speakPassage();
  };

  readonly pause = (): void => {
    if (this.getState().status === "paused") return;
    this.#stop();
    this.#store.update({ status: "paused", notice: null });
    this.#emit("pause");
  };

  readonly toggle = (): void => (this.isActive ? this.pause() : this.play());

  /** Moves by one sentence; a sentence that just ended is repeated first. */
  step(direction: 1 | -1): void {
    if (!this.#cursor.sentence) return;
    const repeatsSentence =
      direction === -1 && this.getState().status === "waiting-for-play" && this.#isSentenceOver;
    this.#stop();
    this.#isUserAction = true;
    this.#store.update({ ...loading, spokenRange: null });
    if (repeatsSentence) this.#begin();
    else void this.#moveToAdjacent(direction);
  }

  readonly applySettings = (): void => {
    const { status } = this.getState();
    if (status === "speaking") this.#speaker.restart();
    // A shorter pause applies from the next sentence on.
  };

  close(): void {
    this.#stop();
    this.#stopVoices();
    this.#store.update(initialSpeechState);
  }

  get #isSentenceOver(): boolean {
    return this.#passage >= (this.#cursor.sentence?.passages.length ?? 0);
  }

  async #goTo(position: SpeechPosition, direction: 1 | -1): Promise<void> {
    const move = await this.#cursor.goTo(position, direction);
    if (move === "moved") this.#begin();
    else if (move === "missing") this.#fail({ kind: "no-text" });
    else if (move) this.#end(move.ending);
  }

  async #moveToAdjacent(direction: 1 | -1): Promise<void> {
    const adjacent = this.#cursor.stepWithin(direction) ? null : this.#cursor.getAdjacentDocument(direction);
    if (adjacent === null || (typeof adjacent === "string" && direction === -1)) this.#begin();
    else if (typeof adjacent === "string") this.#end(adjacent);
    else await this.#goTo(adjacent, direction);
  }

  /** Reads the sentence from its start. */
  #begin(): void {
    this.#passage = 0;
    this.#speaker.clearPaused();
    this.#speakPassage();
  }

  #speakPassage(): void {
    const { sentence } = this.#cursor;
    if (!sentence) return;
    if (this.#voices.getAll().length === 0) {
      if (!this.#voices.isLoading) this.#fail({ kind: "no-voices" });
      return;
    }
    const isNew = this.getState().sentence !== sentence.id || this.#passage === 0;
    if (isNew) this.#store.update({ sentence: sentence.id, spokenRange: null });
    if (isNew || this.#isUserAction) this.#emit(this.#isUserAction ? "play" : "sentence");
    this.#isUserAction = false;
    const passage = sentence.passages[this.#passage];
    if (passage) this.#speakOrShow(passage);
    else this.#pauseBetweenSentences();
  }

  #goToNextPassage(): void {
    this.#passage += 1;
    this.#store.update({ spokenRange: null });
    this.#speakPassage();
  }

  #speakOrShow(passage: Passage): void {
    if (passage.kind !== "speech") {
      this.#showPassage(passage);
      return;
    }
    this.#speaker.speak(passage, {
      onVoice: (voice, missingVoice) =>
        this.#store.update({
          voice,
          status: "speaking",
          ...(missingVoice !== null && { notice: { kind: "voice-gone", name: missingVoice } }),
        }),
      onWord: (start, end) => this.#store.update({ spokenRange: { start, end } }),
      onEnd: () => {
        this.#clearNotice();
        this.#goToNextPassage();
      },
      onNoVoice: () => this.#skip(passage),
      onStopped: (playbackError) => {
        if (playbackError) this.#fail(playbackError);
        else this.pause();
      },
    });
  }

  #showPassage({ kind, text, sources }: Passage): void {
    const [start = 0, last = 0] = [sources[0], sources.at(-1)];
    const notice = { kind: kind === "verse" ? "verse" : "unchecked" } as const;
    this.#store.update({ notice, spokenRange: { start, end: last + 1 } });
    if (kind === "unchecked" && getBaseLanguage(this.#language) === "ar") {
      this.#fail({ kind: "unchecked" });
      return;
    }
    if (this.#settings().pausesAtVerses) {
      this.#store.update({ status: "waiting-for-play" });
      return;
    }
    this.#startTimer(estimateReadingTime(text), () => {
      this.#store.update({ notice: null });
      this.#goToNextPassage();
    });
  }

  #skip({ language }: Passage): void {
    if (getBaseLanguage(language) === getBaseLanguage(this.#language)) {
      this.#fail(this.#voices.has(language) ? { kind: "failed" } : { kind: "no-voice-for", language });
      return;
    }
    this.#store.update({ notice: { kind: "skipped", language } });
    this.#goToNextPassage();
  }

  /** Pauses between sentences. */
  #pauseBetweenSentences(): void {
    const { sentence } = this.#cursor;
    if (!sentence) return;
    if (sentence.passages.length === 0) {
      void this.#moveToAdjacent(1);
      return;
    }
    this.#emit("spoken");
    const { gap, rate } = this.#settings();
    if (gap === null) {
      this.#stop();
      this.#store.update({ status: "waiting-for-play" });
      this.#emit("pause");
      return;
    }
    this.#startTimer(getPauseAfter(sentence, { gap, rate }), () => void this.#moveToAdjacent(1));
  }

  #startTimer(ms: number, command: () => void): void {
    this.#store.update({ status: "between-sentences" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(command, ms);
  }

  #clearNotice(): void {
    if (this.getState().notice) this.#store.update({ notice: null });
  }

  #stop(): void {
    this.#cursor.stop();
    clearTimeout(this.#timer);
    this.#speaker.stop();
  }

  #fail(playbackError: SpeechError): void {
    this.#stop();
    this.#store.update({
      status: "paused",
      playbackError,
      ...(playbackError.kind !== "unchecked" && { notice: null }),
    });
    this.#emit("pause");
  }

  #end(ending: EndNotice): void {
    this.#stop();
    this.#store.update({ status: "ended", ending, spokenRange: null });
    this.#emit(ending === "finished" ? "finish" : "pause");
  }

  #emit(command: SpeechCommand): void {
    const { progress } = this.#cursor;
    if (progress) for (const listener of this.#commandListeners) listener(command, progress);
  }

  #onVoices(): void {
    const { status, playbackError } = this.getState();
    const hasVoices = this.#voices.getAll().length > 0;
    if (hasVoices && (playbackError?.kind === "no-voices" || playbackError?.kind === "no-voice-for"))
      this.#store.update({ playbackError: null });
    if (status === "loading" && this.#cursor.sentence && !this.#cursor.isPending) this.#speakPassage();
  }
}
