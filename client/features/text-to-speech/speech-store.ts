/** A state outside React, a new object at every change. */
export class Store<State extends object> {
  readonly #listeners = new Set<() => void>();
  #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  get(): State {
    return this.#state;
  }

  /** @returns a function that stops. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(part: Partial<State>): void {
    const isSame = Object.entries(part).every(([name, value]) => Reflect.get(this.#state, name) === value);
    if (isSame) return;
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}
