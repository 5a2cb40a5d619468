import type { Seconds } from "#shared/api/schemas.ts";
import type { Playlist } from "#shared/player/contract.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { Store } from "#client/lib/store.ts";

export interface ClipState {
  readonly playlist: Playlist;
  readonly index: number;
  /** Seconds in the chapter. */
  readonly from: Seconds;
  readonly to: Seconds;
  /** The end was reached. */
  readonly isOver: boolean;
}

const tickMs = 50;
/** Browsers seek to a moment slightly before. */
const seekTolerance: Seconds = 0.5;

/** Plays a range of a chapter and stops at its end. Positions are not saved meanwhile. */
export class ClipPlayback {
  readonly #engine: PlayerEngine;
  readonly #state = new Store<ClipState | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  /** Commands of the listener end a clip; create it before the position is reported. */
  constructor(engine: PlayerEngine) {
    this.#engine = engine;
    engine.onCommand((command) => {
      const isResumed = command === "play" && this.getState()?.isOver;
      const isElsewhere = command === "seek" && !this.#isInClip();
      if (isResumed || isElsewhere || command === "finish") this.#end();
    });
    engine.subscribe(() => {
      const { track } = engine.getState();
      if (track && track.bookId !== this.getState()?.playlist.bookId) this.#end();
    });
  }

  readonly play = (playlist: Playlist, range: Pick<ClipState, "index" | "from" | "to">): void => {
    const isLoaded = this.#engine.getState().playlist?.bookId === playlist.bookId;
    this.#end();
    if (!isLoaded) {
      this.#engine.playBook(playlist, { index: range.index, time: range.from });
      this.#start({ playlist, ...range, isOver: false });
      return;
    }
    this.#engine.pauseSilently();
    this.#start({ playlist, ...range, isOver: false });
    this.#engine.playFrom({ index: range.index, time: range.from });
  };

  readonly playAgain = (): void => {
    const clip = this.getState();
    if (clip) this.play(clip.playlist, clip);
  };

  /** Plays on from where it is. */
  readonly goOn = (): void => {
    this.#end();
    this.#engine.play();
  };

  #start(state: ClipState): void {
    this.#state.set(state);
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  #end(): void {
    clearInterval(this.#timer);
    if (this.getState()) this.#state.set(null);
  }

  #tick(): void {
    const clip = this.getState();
    const { isPlaying, chapterIndex, playlist } = this.#engine.getState();
    if (!clip || clip.isOver || !playlist || !isPlaying) return;
    if (chapterIndex === clip.index && this.#engine.now() < clip.to) return;
    clearInterval(this.#timer);
    this.#engine.pause();
    this.#state.set({ ...clip, isOver: true });
  }

  #isInClip(): boolean {
    const clip = this.getState();
    const { chapterIndex, time } = this.#engine.getState();
    return !clip || (chapterIndex === clip.index && time >= clip.from - seekTolerance && time < clip.to);
  }
}
