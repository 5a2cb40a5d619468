import { type Act, type PlayerState, whenIdle } from "./player-state.ts";

export type CommandListener = (act: Act, state: PlayerState) => void;

export class PlayerStore {
  #state: PlayerState = whenIdle;
  readonly #listeners = new Set<() => void>();
  readonly #actListeners = new Set<CommandListener>();

  readonly get = (): PlayerState => this.#state;

  /** @returns a function that stops listening. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** @returns a function that stops listening. */
  readonly onCommand = (listener: CommandListener): (() => void) => {
    this.#actListeners.add(listener);
    return () => this.#actListeners.delete(listener);
  };

  change(part: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }

  reset(part: Partial<PlayerState> = {}): void {
    const { volume, isMuted, rate } = this.#state;
    this.change({ ...whenIdle, volume, isMuted, rate, ...part });
  }

  tell(act: Act): void {
    for (const listener of this.#actListeners) listener(act, this.#state);
  }
}
