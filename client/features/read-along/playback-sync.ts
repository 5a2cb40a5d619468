import type { Seconds } from "#shared/api/schemas.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { Store } from "#client/lib/store.ts";
import { type FollowEvent, follow, type Mode } from "./follow-mode.ts";
import { isUnaligned, sentenceAtTime } from "./sentence-at-time.ts";

export interface PlaybackMoment {
  readonly chapterNumber: number;
  /** Seconds in the chapter. */
  readonly time: Seconds;
  readonly chapterEnd: Seconds;
  readonly isPlaying: boolean;
  readonly rate: number;
}

export interface ReadAlongAudio {
  /** Null while another book or none is loaded. */
  readonly moment: () => PlaybackMoment | null;
  /**
   * Notifies of everything but the passing of time.
   *
   * @returns a function that unsubscribes
   */
  readonly onChange: (listener: () => void) => () => void;
}

/** A sentence or a publisher's mark, with its progress. */
export interface Spoken {
  /** The sentence id or the mark name. */
  readonly target: string;
  readonly share: number;
}

export interface ReadAlongPage {
  /** Null removes the highlight. */
  readonly mark: (target: string | null, isPlaying: boolean) => void;
  readonly isBusy: () => boolean;
  readonly shows: (spoken: Spoken) => boolean;
  readonly turnTo: (spoken: Spoken) => Promise<void>;
  readonly showsChapter: (chapterNumber: number) => boolean;
  readonly turnToChapter: (chapterNumber: number) => Promise<void>;
}

/** The sync map of a chapter; undefined while loading, empty when no sentence is known. */
export type FindSentences = (chapterNumber: number) => readonly SyncedSentence[] | undefined;

/** The publisher's highlight at a time in a chapter; undefined to use sentences. */
export type FindMark = (chapterNumber: number, time: Seconds) => Spoken | null | undefined;

export interface ReadAlongState {
  readonly mode: Mode;
  /** Null when unknown. */
  readonly target: string | null;
  readonly isApproximate: boolean;
}

export class PlaybackSync {
  readonly #sound: ReadAlongAudio;
  readonly #page: ReadAlongPage;
  readonly #sentencesOf: FindSentences;
  readonly #findMark: FindMark;
  readonly #offsetMs: () => number;
  readonly #state = new Store<ReadAlongState>({ mode: "following", target: null, isApproximate: false });
  #frame = 0;
  #stopListening = () => {};
  #isTurning = false;
  #onKept: (() => void) | null = null;
  #unreachable: string | null = null;

  constructor(
    readAlongAudio: ReadAlongAudio,
    page: ReadAlongPage,
    { sentencesOf, findMark }: { readonly sentencesOf: FindSentences; readonly findMark: FindMark },
    offsetMs: () => number,
  ) {
    this.#sound = readAlongAudio;
    this.#page = page;
    this.#sentencesOf = sentencesOf;
    this.#findMark = findMark;
    this.#offsetMs = offsetMs;
  }

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  /** @returns a function that stops and removes the highlight */
  start(): () => void {
    this.#stopListening = this.#sound.onChange(this.look);
    this.look();
    return () => {
      this.#stopListening();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#page.mark(null, false);
    };
  }

  readonly look = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#inFrame);
  };

  /** The reader turned a page, scrolled, jumped or started a selection. */
  readonly leafed = (): void => {
    this.#happen("leafed");
    this.look();
  };

  /** @param onKept called with the position of the opened page */
  savePage(onStored: () => void): void {
    this.#onKept = onStored;
  }

  readonly followAgain = (): void => {
    this.#unreachable = null;
    this.#happen("asked");
    this.look();
  };

  /** Includes the reader's sync offset; undefined while unknown. */
  #spoken(playbackMoment: PlaybackMoment): Spoken | null | undefined {
    const time = this.#timeSeen(playbackMoment);
    const marked = this.#findMark(playbackMoment.chapterNumber, time);
    if (marked !== undefined) return marked;
    const result = this.#sentencesOf(playbackMoment.chapterNumber);
    const sounding = result && sentenceAtTime(time, result, playbackMoment.chapterEnd);
    return sounding && { target: sounding.sentence, share: sounding.share };
  }

  readonly #inFrame = (): void => {
    this.#frame = 0;
    this.#evaluate();
    if (this.#sound.moment()?.isPlaying || this.#isTurning || this.#page.isBusy()) this.look();
  };

  #evaluate(): void {
    const playbackMoment = this.#sound.moment();
    if (!playbackMoment) {
      this.#page.mark(null, false);
      this.#state.update({ target: null, isApproximate: false });
      return;
    }
    const spoken = this.#spoken(playbackMoment);
    if (spoken === undefined) return;
    this.#page.mark(spoken?.target ?? null, playbackMoment.isPlaying);
    this.#state.update({
      target: spoken?.target ?? null,
      isApproximate: spoken === null && this.#isUncharted(playbackMoment),
    });
    if (this.#isTurning || this.#page.isBusy()) return;
    const isShown = spoken ? this.#page.shows(spoken) : this.#page.showsChapter(playbackMoment.chapterNumber);
    if (isShown) this.#unreachable = null;
    const [onStored, isStored] = [this.#onKept, !isShown && !playbackMoment.isPlaying];
    this.#onKept = null;
    if (onStored && isStored) {
      this.leafed();
      onStored();
      return;
    }
    if (this.#happen(isShown ? "reached" : "lost")) void this.#turn(spoken, playbackMoment.chapterNumber);
  }

  async #turn(spoken: Spoken | null, chapterNumber: number): Promise<void> {
    const goal = spoken?.target ?? `chapter ${chapterNumber}`;
    if (goal === this.#unreachable) return;
    this.#isTurning = true;
    await (spoken ? this.#page.turnTo(spoken) : this.#page.turnToChapter(chapterNumber)).catch(
      () => undefined,
    );
    this.#isTurning = false;
    this.#unreachable = goal;
    this.look();
  }

  #isUncharted(playbackMoment: PlaybackMoment): boolean {
    const result = this.#sentencesOf(playbackMoment.chapterNumber);
    if (this.#findMark(playbackMoment.chapterNumber, this.#timeSeen(playbackMoment)) !== undefined)
      return false;
    return (
      result !== undefined && isUnaligned(this.#timeSeen(playbackMoment), result, playbackMoment.chapterEnd)
    );
  }

  #timeSeen({ time, rate }: PlaybackMoment): Seconds {
    return Math.max(0, time - (this.#offsetMs() / 1000) * rate);
  }

  #happen(happening: FollowEvent): boolean {
    const { mode, turns } = follow(this.getState().mode, happening);
    this.#state.update({ mode });
    return turns;
  }
}
