import type { Seconds } from "#shared/kernel/values.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { follow, type Happening, type Mode } from "./follow.ts";
import { isUncharted, type Sounding, soundingAt } from "./sounding.ts";

/** Where the sound is at this very moment. */
export interface Moment {
  readonly chapterNumber: number;
  /** Into the chapter. */
  readonly time: Seconds;
  readonly chapterEnd: Seconds;
  readonly isPlaying: boolean;
  readonly rate: number;
}

/** The sound, as far as the text has to do with it. */
export interface StepSound {
  /** Null while another book is loaded, or none. */
  readonly moment: () => Moment | null;
  /** Tells of everything but the mere passing of time. @returns a function that stops. */
  readonly onChange: (listener: () => void) => () => void;
}

/** The pages, as far as the sound has to do with them. */
export interface StepPage {
  /** Marks the sentence that sounds, and no other; null marks none. */
  readonly mark: (sentence: SentenceId | null) => void;
  /** The pages are on the move, by hand or by themselves. */
  readonly isBusy: () => boolean;
  /** Whether the part of a sentence that is just being spoken is on the page that shows, where it is easily read. */
  readonly shows: (sounding: Sounding) => boolean;
  readonly turnTo: (sounding: Sounding) => Promise<void>;
  /** The same for a chapter of the sound, as near as can be told. */
  readonly showsChapter: (chapterNumber: number) => boolean;
  readonly turnToChapter: (chapterNumber: number) => Promise<void>;
}

/** The map of a chapter; undefined until it is here, empty where no sentence of it is known. */
export type FindSentences = (chapterNumber: number) => readonly SyncedSentence[] | undefined;

export interface StepState {
  readonly mode: Mode;
  /** What sounds; null where that is not known. */
  readonly sentence: SentenceId | null;
  /** The sound is at a place in the text that is only about known. */
  readonly isAbout: boolean;
}

/** Keeps the page in step with the sound: asks its clock in every frame, marks, and turns the page. Knows no React. */
export class Conductor {
  readonly #sound: StepSound;
  readonly #page: StepPage;
  readonly #sentencesOf: FindSentences;
  readonly #offsetMs: () => number;
  readonly #listeners = new Set<() => void>();
  #state: StepState = { mode: "following", sentence: null, isAbout: false };
  #frame = 0;
  #stopListening = () => {};
  #isTurning = false;
  #onKept: (() => void) | null = null;
  /** Where a turn led nowhere, it is not tried again. */
  #unreachable: string | null = null;

  constructor(sound: StepSound, page: StepPage, sentencesOf: FindSentences, offsetMs: () => number) {
    this.#sound = sound;
    this.#page = page;
    this.#sentencesOf = sentencesOf;
    this.#offsetMs = offsetMs;
  }

  readonly getState = (): StepState => this.#state;

  /** @returns a function that stops. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns a function that stops, and takes the mark away. */
  start(): () => void {
    this.#stopListening = this.#sound.onChange(this.look);
    this.look();
    return () => {
      this.#stopListening();
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#page.mark(null);
    };
  }

  /** Looks anew in the next frame, as after a page was laid out or a map has come. */
  readonly look = (): void => {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#inFrame);
  };

  /** The reader turned a page, scrolled, jumped or began to select. */
  readonly leafed = (): void => {
    this.#happen("leafed");
    this.look();
  };

  /** The page that opens is the newer place: a silent sound elsewhere does not turn it. @param onKept is told of that. */
  keepPage(onKept: () => void): void {
    this.#onKept = onKept;
  }

  /** The reader wants the page with the sound. */
  readonly followAgain = (): void => {
    this.#unreachable = null;
    this.#happen("asked");
    this.look();
  };

  /** What sounds now, seen with the reader's offset; undefined while that is not known yet. */
  sounding(): Sounding | null | undefined {
    const moment = this.#sound.moment();
    const heard = moment ? this.#sentencesOf(moment.chapterNumber) : undefined;
    return moment && heard && soundingAt(this.#timeSeen(moment), heard, moment.chapterEnd);
  }

  readonly #inFrame = (): void => {
    this.#frame = 0;
    this.#evaluate();
    if (this.#sound.moment()?.isPlaying || this.#isTurning || this.#page.isBusy()) this.look();
  };

  #evaluate(): void {
    const moment = this.#sound.moment();
    if (!moment) {
      this.#page.mark(null);
      this.#change({ sentence: null, isAbout: false });
      return;
    }
    const sounding = this.sounding();
    if (sounding === undefined) return;
    this.#page.mark(sounding?.sentence ?? null);
    this.#change({
      sentence: sounding?.sentence ?? null,
      isAbout: sounding === null && this.#isUncharted(moment),
    });
    if (this.#isTurning || this.#page.isBusy()) return;
    const isShown = sounding ? this.#page.shows(sounding) : this.#page.showsChapter(moment.chapterNumber);
    if (isShown) this.#unreachable = null;
    const [onKept, isKept] = [this.#onKept, !isShown && !moment.isPlaying];
    this.#onKept = null;
    if (onKept && isKept) {
      this.leafed();
      onKept();
      return;
    }
    if (this.#happen(isShown ? "reached" : "lost")) void this.#turn(sounding, moment.chapterNumber);
  }

  async #turn(sounding: Sounding | null, chapterNumber: number): Promise<void> {
    const goal = sounding?.sentence ?? `chapter ${chapterNumber}`;
    if (goal === this.#unreachable) return;
    this.#isTurning = true;
    await (sounding ? this.#page.turnTo(sounding) : this.#page.turnToChapter(chapterNumber)).catch(
      () => undefined,
    );
    this.#isTurning = false;
    this.#unreachable = goal;
    this.look();
  }

  #isUncharted(moment: Moment): boolean {
    const heard = this.#sentencesOf(moment.chapterNumber);
    return heard !== undefined && isUncharted(this.#timeSeen(moment), heard, moment.chapterEnd);
  }

  /** A headset at the end of a line of air is late by the clock on the wall, whatever the speed. */
  #timeSeen({ time, rate }: Moment): Seconds {
    return Math.max(0, time - (this.#offsetMs() / 1000) * rate);
  }

  #happen(happening: Happening): boolean {
    const { mode, turns } = follow(this.#state.mode, happening);
    this.#change({ mode });
    return turns;
  }

  #change(part: Partial<StepState>): void {
    const next = { ...this.#state, ...part };
    const isSame =
      next.mode === this.#state.mode &&
      next.sentence === this.#state.sentence &&
      next.isAbout === this.#state.isAbout;
    if (isSame) return;
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
