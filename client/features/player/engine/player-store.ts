import { Store } from "#client/lib/store.ts";
import { idleState, type PlayerCommand, type PlayerState } from "./player-state.ts";

export type CommandListener = (act: PlayerCommand, state: PlayerState) => void;

export class PlayerStore extends Store<PlayerState> {
  readonly #actListeners = new Set<CommandListener>();

  constructor() {
    super(idleState);
  }

  /** @returns a function that unsubscribes */
  readonly onCommand = (listener: CommandListener): (() => void) => {
    this.#actListeners.add(listener);
    return () => this.#actListeners.delete(listener);
  };

  reset(part: Partial<PlayerState> = {}): void {
    const { volume, isMuted, rate } = this.getState();
    this.update({ ...idleState, volume, isMuted, rate, ...part });
  }

  emit(act: PlayerCommand): void {
    for (const listener of this.#actListeners) listener(act, this.getState());
  }
}
