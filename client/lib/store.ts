import { useSyncExternalStore } from "react";

/** State outside of React. Components follow it with `useStore`. */
export class Store<State> {
  #state: State;
  readonly #listeners = new Set<() => void>();

  constructor(initial: State) {
    this.#state = initial;
  }

  readonly getState = (): State => this.#state;

  /** @returns a function that unsubscribes */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  set(state: State): void {
    if (Object.is(state, this.#state)) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Replaces some properties; listeners are notified only of a difference. */
  update(part: Partial<State>): void {
    const keys = Object.keys(part) as (keyof State)[];
    if (keys.some((key) => !Object.is(part[key], this.#state[key]))) this.set({ ...this.#state, ...part });
  }
}

export function useStore<State>({
  subscribe,
  getState,
}: Pick<Store<State>, "subscribe" | "getState">): State {
  return useSyncExternalStore(subscribe, getState, getState);
}
