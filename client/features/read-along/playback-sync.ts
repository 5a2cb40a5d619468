import type { Seconds } from "#shared/api/schemas.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { Store } from "#client/lib/store.ts";
import { type FollowEvent, type Mode, reduceFollowMode } from "./follow-mode.ts";
import { findSentenceAtTime, isUnaligned } from "./sentence-at-time.ts";

export interface PlaybackState {
  readonly chapterNumber: number;
  /** Seconds in the chapter. */
  readonly time: Seconds;
  readonly chapterEnd: Seconds;
  readonly isPlaying: boolean;
  readonly rate: number;
}

export interface ReadAlongAudio {
  /** Null while another book or none is loaded. */
  readonly getPlayback: () => PlaybackState | null;
  /**
   * Notifies of everything but the passing of time.
   *
   * @returns a function that unsubscribes
   */
  readonly onChange: (listener: () => void) => () => void;
}

/** A sentence or a publisher's mark, with its progress. */
export interface SpokenTarget {
  /** The sentence id or the mark name. */
  readonly target: string;
  readonly fraction: number;
}

export interface ReadAlongPage {
  /** Null removes the highlight. */
  readonly mark: (target: string | null, isPlaying: boolean) => void;
  readonly isBusy: () => boolean;
  readonly shows: (spoken: SpokenTarget) => boolean;
  readonly turnTo: (spoken: SpokenTarget) => Promise<void>;
  readonly showsChapter: (chapterNumber: number) => boolean;
  readonly turnToChapter: (chapterNumber: number) => Promise<void>;
}

/** The sync map of a chapter; undefined while loading, empty when no sentence is known. */
export type FindSentences = (chapterNumber: number) => readonly SyncedSentence[] | undefined;

/** The publisher's highlight at a time in a chapter; undefined to use sentences. */
export type FindMark = (chapterNumber: number, time: Seconds) => SpokenTarget | null | undefined;

export interface ReadAlongState {
  readonly mode: Mode;
  /** Null when unknown. */
  readonly target: string | null;
  readonly isApproximate: boolean;
}

export class PlaybackSync {
  readonly #audio: ReadAlongAudio;
  readonly #page: ReadAlongPage;
  readonly #findSentences: FindSentences;
  readonly #findMark: FindMark;
  readonly #offsetMs: () => number;
  readonly #state = new Store<ReadAlongState>({ mode: "following", target: null, isApproximate: false });
  #frame = 0;
  #stopListening = () => {};
  #isTurningPage = false;
  #onPagePreserved: (() => void) | null = null;
  #unreachable: string | null = null;

  constructor(
    audio: ReadAlongAudio,
    page: ReadAlongPage,
    { findSentences, findMark }: { readonly findSentences: FindSentences; readonly findMark: FindMark },
    offsetMs: () => number,
  ) {
    this.#audio = audio;
    this.#page = page;
    this.#findSentences = findSentences;
    this.#findMark = findMark;
    this.#offsetMs = offsetMs;
  }

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  /** @returns a function that stops and removes the highlight */
  start(): () => void {
    this.#stopListening = this.#audio.onChange(this.scheduleUpdate);
    this.scheduleUpdate();
    return () => {
      this.#stopListening();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#page.mark(null, false);
    };
  }

  readonly scheduleUpdate = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#onAnimationFrame);
  };

  /** The reader turned a page, scrolled, jumped or started a selection. */
  readonly onPageTurn = (): void => {
    this.#dispatch("navigated");
    this.scheduleUpdate();
  };

  /** @param onPreserved called with the position of the opened page */
  preserveOpenPage(onPreserved: () => void): void {
    this.#onPagePreserved = onPreserved;
  }

  readonly resumeFollowing = (): void => {
    this.#unreachable = null;
    this.#dispatch("resumed");
    this.scheduleUpdate();
  };

  /** Includes the reader's sync offset; undefined while unknown. */
  #findSpoken(playback: PlaybackState): SpokenTarget | null | undefined {
    const time = this.#getVisibleTime(playback);
    const mark = this.#findMark(playback.chapterNumber, time);
    if (mark !== undefined) return mark;
    const sentences = this.#findSentences(playback.chapterNumber);
    const current = sentences && findSentenceAtTime(time, sentences, playback.chapterEnd);
    return current && { target: current.sentence, fraction: current.fraction };
  }

  readonly #onAnimationFrame = (): void => {
    this.#frame = 0;
    this.#evaluate();
    if (this.#audio.getPlayback()?.isPlaying || this.#isTurningPage || this.#page.isBusy())
      this.scheduleUpdate();
  };

  #evaluate(): void {
    const playback = this.#audio.getPlayback();
    if (!playback) {
      this.#page.mark(null, false);
      this.#state.update({ target: null, isApproximate: false });
      return;
    }
    const spoken = this.#findSpoken(playback);
    if (spoken === undefined) return;
    this.#page.mark(spoken?.target ?? null, playback.isPlaying);
    this.#state.update({
      target: spoken?.target ?? null,
      isApproximate: spoken === null && this.#isUnaligned(playback),
    });
    if (this.#isTurningPage || this.#page.isBusy()) return;
    const isShown = spoken ? this.#page.shows(spoken) : this.#page.showsChapter(playback.chapterNumber);
    if (isShown) this.#unreachable = null;
    const [onPreserved, isPreserved] = [this.#onPagePreserved, !isShown && !playback.isPlaying];
    this.#onPagePreserved = null;
    if (onPreserved && isPreserved) {
      this.onPageTurn();
      onPreserved();
      return;
    }
    if (this.#dispatch(isShown ? "visible" : "hidden")) void this.#turn(spoken, playback.chapterNumber);
  }

  async #turn(spoken: SpokenTarget | null, chapterNumber: number): Promise<void> {
    const targetKey = spoken?.target ?? `chapter ${chapterNumber}`;
    if (targetKey === this.#unreachable) return;
    this.#isTurningPage = true;
    await (spoken ? this.#page.turnTo(spoken) : this.#page.turnToChapter(chapterNumber)).catch(
      () => undefined,
    );
    this.#isTurningPage = false;
    this.#unreachable = targetKey;
    this.scheduleUpdate();
  }

  #isUnaligned(playback: PlaybackState): boolean {
    const sentences = this.#findSentences(playback.chapterNumber);
    if (this.#findMark(playback.chapterNumber, this.#getVisibleTime(playback)) !== undefined) return false;
    return (
      sentences !== undefined && isUnaligned(this.#getVisibleTime(playback), sentences, playback.chapterEnd)
    );
  }

  #getVisibleTime({ time, rate }: PlaybackState): Seconds {
    return Math.max(0, time - (this.#offsetMs() / 1000) * rate);
  }

  #dispatch(event: FollowEvent): boolean {
    const { mode, turnsPage } = reduceFollowMode(this.getState().mode, event);
    this.#state.update({ mode });
    return turnsPage;
  }
}
