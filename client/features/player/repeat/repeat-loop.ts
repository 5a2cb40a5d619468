import type { Seconds } from "#shared/api/schemas.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { Store } from "#client/lib/store.ts";

export interface RepeatState {
  /** Seconds in the chapter; null until it is set. */
  readonly from: Seconds | null;
  readonly to: Seconds | null;
  /** How often the passage is still played from its start; null for without end. */
  readonly remaining: number | null;
  /** Chosen number of repetitions; null for without end. */
  readonly count: number | null;
}

const noRepeat: RepeatState = { from: null, to: null, remaining: null, count: null };
const tickMs = 50;
/** A shorter passage would be a click. */
export const minPassage: Seconds = 1;
/** The file's own end may come first. */
const endMargin: Seconds = 0.3;

export type RepeatTarget = Pick<PlayerEngine, "getState" | "jump" | "now" | "onCommand" | "subscribe">;

/** Repeats a passage of a chapter (A to B). */
export class RepeatLoop {
  readonly #engine: RepeatTarget;
  readonly #state = new Store(noRepeat);
  #trackId: string | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;

  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;

  constructor(engine: RepeatTarget) {
    this.#engine = engine;
    engine.onCommand((command) => {
      if (command === "seek" && !this.#contains(engine.now())) this.stop();
    });
    engine.subscribe(() => {
      if (this.#trackId !== undefined && engine.getState().track?.id !== this.#trackId) this.stop();
    });
  }

  readonly setStart = (): void => {
    const { to } = this.getState();
    const from = this.#engine.now();
    this.#trackId = this.#engine.getState().track?.id;
    this.#state.update({ from, to: to !== null && to >= from + minPassage ? to : null });
    this.#run();
  };

  /** Ignored when the passage would be shorter than a second. */
  readonly setEnd = (): void => {
    const { from, count } = this.getState();
    const to = Math.min(this.#engine.now(), this.#engine.getState().duration - endMargin);
    if (from === null || to < from + minPassage) return;
    this.#state.update({ to, remaining: count });
    this.#run();
  };

  /** @param count null for without end */
  setCount(count: number | null): void {
    this.#state.update({ count, remaining: count });
  }

  readonly stop = (): void => {
    clearInterval(this.#timer);
    this.#trackId = undefined;
    this.#state.set({ ...noRepeat, count: this.getState().count });
  };

  #run(): void {
    clearInterval(this.#timer);
    if (this.getState().to !== null) this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  #tick(): void {
    const { from, to, remaining } = this.getState();
    if (from === null || to === null || !this.#engine.getState().isPlaying || this.#engine.now() < to) return;
    if (remaining === 0) {
      this.stop();
      return;
    }
    if (remaining !== null) this.#state.update({ remaining: remaining - 1 });
    this.#engine.jump(from);
  }

  #contains(time: Seconds): boolean {
    const { from, to } = this.getState();
    return from === null || (time >= from && (to === null || time < to));
  }
}
