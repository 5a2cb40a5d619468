import type { SentenceId } from "#shared/positions/position.ts";
import { Store } from "#client/lib/store.ts";
import { getBaseLanguage } from "./languages.ts";
import { PassageSpeaker } from "./passage-speaker.ts";
import { estimateReadingTime, getPauseAfter } from "./pauses.ts";
import { SentenceCursor } from "./sentence-cursor.ts";
import { ReadingSpeed } from "./speaking-rate.ts";
import {
  isInProgress,
  isSilent,
  type SpeechProblem,
  type SpeechSettings,
  type SpeechState,
} from "./speech-state.ts";
import type { Passage } from "./split-by-language.ts";
import type { EndNotice, SpeechPosition, SpeechProgress, SpokenBook } from "./text-cursor.ts";
import type { UtterancePlayer } from "./utterance-player.ts";
import type { Voices } from "./voices.ts";

/** `spoken` when a sentence ended. */
export type SpeechCommand = "play" | "pause" | "sentence" | "spoken" | "finish";

export class SpeechEngine {
  readonly #language: string;
  readonly #walk: SentenceCursor;
  readonly #voices: Voices;
  readonly #settings: () => SpeechSettings;
  readonly #store = new Store<SpeechState>(isSilent);
  readonly #speaker: PassageSpeaker;
  readonly #acts = new Set<(act: SpeechCommand, speechProgress: SpeechProgress) => void>();
  readonly #stopVoices: () => void;
  /** The part of the sentence being spoken. */
  #passage = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isMeant = false;

  constructor(
    book: SpokenBook,
    { mouth, voices }: { readonly mouth: UtterancePlayer; readonly voices: Voices },
    settings: () => SpeechSettings,
  ) {
    this.#language = book.language;
    this.#walk = new SentenceCursor(book);
    this.#voices = voices;
    this.#settings = settings;
    this.#speaker = new PassageSpeaker(mouth, voices, new ReadingSpeed(), settings);
    this.#stopVoices = voices.subscribe(() => this.#onVoices());
  }

  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;

  /** @returns a function that unsubscribes */
  onCommand(listener: (act: SpeechCommand, speechProgress: SpeechProgress) => void): () => void {
    this.#acts.add(listener);
    return () => this.#acts.delete(listener);
  }

  get isGoingOn(): boolean {
    return isInProgress(this.getState());
  }

  /** Null before the first sentence. */
  readonly spoken = (): { readonly target: SentenceId; readonly share: number } | null => {
    const { sentence } = this.#walk;
    if (!sentence) return null;
    const at = this.#speaker.heardUntil ?? sentence.passages[this.#passage]?.sources[0] ?? 0;
    return { target: sentence.id, share: sentence.length > 0 ? Math.min(1, at / sentence.length) : 0 };
  };

  /** Reads from a position. */
  async playFrom(speechSpot: SpeechPosition): Promise<void> {
    this.#stop();
    this.#isMeant = true;
    this.#store.update({ status: "loading", notice: null, playbackError: null, ending: null, mark: null });
    this.#walk.consentFor(speechSpot);
    await this.#goTo(speechSpot, 1);
  }

  readonly play = (): void => {
    const { status, playbackError } = this.getState();
    if (isInProgress({ status })) return;
    this.#voices.forgive();
    if (!this.#walk.sentence || playbackError?.kind === "no-text" || playbackError?.kind === "unchecked") {
      const { spot } = this.#walk;
      if (spot) void this.playFrom(spot);
      return;
    }
    this.#stop();
    this.#isMeant = true;
    this.#store.update({ status: "loading", notice: null, playbackError: null, ending: null });
    if (this.#isSentenceOver) void this.#goBeside(1);
    else if (status === "waiting") this.#nextPassage();
    else this.#go();
  };

  readonly pause = (): void => {
    if (this.getState().status === "paused") return;
    this.#stop();
    this.#store.update({ status: "paused", notice: null });
    this.#tell("pause");
  };

  readonly toggle = (): void => (this.isGoingOn ? this.pause() : this.play());

  /** Moves by one sentence; a sentence that just ended is repeated first. */
  step(direction: 1 | -1): void {
    if (!this.#walk.sentence) return;
    const isAgain = direction === -1 && this.getState().status === "waiting" && this.#isSentenceOver;
    this.#stop();
    this.#isMeant = true;
    this.#store.update({ status: "loading", notice: null, playbackError: null, ending: null, mark: null });
    if (isAgain) this.#begin();
    else void this.#goBeside(direction);
  }

  readonly applySettings = (): void => {
    const { status } = this.getState();
    if (status === "speaking") this.#speaker.again();
    // A shorter pause applies from the next sentence on.
  };

  close(): void {
    this.#stop();
    this.#stopVoices();
    this.#store.update(isSilent);
  }

  get #isSentenceOver(): boolean {
    return this.#passage >= (this.#walk.sentence?.passages.length ?? 0);
  }

  async #goTo(speechSpot: SpeechPosition, direction: 1 | -1): Promise<void> {
    const arrival = await this.#walk.goTo(speechSpot, direction);
    if (arrival === "there") this.#begin();
    else if (arrival === "missing") this.#fail({ kind: "no-text" });
    else if (arrival) this.#end(arrival.ending);
  }

  async #goBeside(direction: 1 | -1): Promise<void> {
    const beside = this.#walk.stepWithin(direction) ? null : this.#walk.beside(direction);
    if (beside === null || (typeof beside === "string" && direction === -1)) this.#begin();
    else if (typeof beside === "string") this.#end(beside);
    else await this.#goTo(beside, direction);
  }

  /** Reads the sentence from its start. */
  #begin(): void {
    this.#passage = 0;
    this.#speaker.forget();
    this.#go();
  }

  #go(): void {
    const { sentence } = this.#walk;
    if (!sentence) return;
    if (this.#voices.getAll().length === 0) {
      if (!this.#voices.areComing) this.#fail({ kind: "no-voices" });
      return;
    }
    const isNew = this.getState().sentence !== sentence.id || this.#passage === 0;
    if (isNew) this.#store.update({ sentence: sentence.id, mark: null });
    if (isNew || this.#isMeant) this.#tell(this.#isMeant ? "play" : "sentence");
    this.#isMeant = false;
    const passage = sentence.passages[this.#passage];
    if (passage) this.#read(passage);
    else this.#rest();
  }

  #nextPassage(): void {
    this.#passage += 1;
    this.#store.update({ mark: null });
    this.#go();
  }

  #read(passage: Passage): void {
    if (passage.kind !== "speech") {
      this.#show(passage);
      return;
    }
    this.#speaker.speak(passage, {
      onVoice: (voice, isGone) =>
        this.#store.update({
          ...{ voice, status: "speaking" },
          ...(isGone !== null && { notice: { kind: "voice-gone", name: isGone } }),
        }),
      onWord: (start, end) => this.#store.update({ mark: { start, end } }),
      onEnd: () => {
        this.#dropNotice();
        this.#nextPassage();
      },
      onNoVoice: () => this.#skip(passage),
      onStopped: (playbackError) => {
        if (playbackError) this.#fail(playbackError);
        else this.pause();
      },
    });
  }

  #show({ kind, text, sources }: Passage): void {
    const [start = 0, last = 0] = [sources[0], sources.at(-1)];
    const notice = { kind: kind === "verse" ? "verse" : "unchecked" } as const;
    this.#store.update({ notice, mark: { start, end: last + 1 } });
    if (kind === "unchecked" && getBaseLanguage(this.#language) === "ar") {
      this.#fail({ kind: "unchecked" });
      return;
    }
    if (this.#settings().pausesAtVerses) {
      this.#store.update({ status: "waiting" });
      return;
    }
    this.#after(estimateReadingTime(text), () => {
      this.#store.update({ notice: null });
      this.#nextPassage();
    });
  }

  #skip({ language }: Passage): void {
    if (getBaseLanguage(language) === getBaseLanguage(this.#language)) {
      this.#fail(this.#voices.has(language) ? { kind: "failed" } : { kind: "no-voice-for", language });
      return;
    }
    this.#store.update({ notice: { kind: "skipped", language } });
    this.#nextPassage();
  }

  /** Pauses between sentences. */
  #rest(): void {
    const { sentence } = this.#walk;
    if (!sentence) return;
    if (sentence.passages.length === 0) {
      void this.#goBeside(1);
      return;
    }
    this.#tell("spoken");
    const { gap, rate } = this.#settings();
    if (gap === null) {
      this.#stop();
      this.#store.update({ status: "waiting" });
      this.#tell("pause");
      return;
    }
    this.#after(getPauseAfter(sentence, { gap, rate }), () => void this.#goBeside(1));
  }

  #after(ms: number, act: () => void): void {
    this.#store.update({ status: "resting" });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }

  #dropNotice(): void {
    if (this.getState().notice) this.#store.update({ notice: null });
  }

  #stop(): void {
    this.#walk.halt();
    clearTimeout(this.#timer);
    this.#speaker.stop();
  }

  #fail(playbackError: SpeechProblem): void {
    this.#stop();
    this.#store.update({
      status: "paused",
      playbackError,
      ...(playbackError.kind !== "unchecked" && { notice: null }),
    });
    this.#tell("pause");
  }

  #end(ending: EndNotice): void {
    this.#stop();
    this.#store.update({ status: "ended", ending, mark: null });
    this.#tell(ending === "finished" ? "finish" : "pause");
  }

  #tell(act: SpeechCommand): void {
    const { told } = this.#walk;
    if (told) for (const listener of this.#acts) listener(act, told);
  }

  #onVoices(): void {
    const { status, playbackError } = this.getState();
    const hasVoices = this.#voices.getAll().length > 0;
    if (hasVoices && (playbackError?.kind === "no-voices" || playbackError?.kind === "no-voice-for"))
      this.#store.update({ playbackError: null });
    if (status === "loading" && this.#walk.sentence && !this.#walk.isPending) this.#go();
  }
}
