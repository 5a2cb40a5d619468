import { Store } from "#client/lib/store.ts";
import { idleState, type PlayerCommand, type PlayerState } from "./player-state.ts";

export type CommandListener = (command: PlayerCommand, state: PlayerState) => void;

export class PlayerStore extends Store<PlayerState> {
  readonly #commandListeners = new Set<CommandListener>();

  constructor() {
    super(idleState);
  }

  /** @returns a function that unsubscribes */
  readonly onCommand = (listener: CommandListener): (() => void) => {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  };

  reset(changes: Partial<PlayerState> = {}): void {
    const { volume, isMuted, rate } = this.getState();
    this.update({ ...idleState, volume, isMuted, rate, ...changes });
  }

  emit(command: PlayerCommand): void {
    for (const listener of this.#commandListeners) listener(command, this.getState());
  }
}
