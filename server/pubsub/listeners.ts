export class Listeners {
  readonly #byTopic = new Map<string, Set<(payload: never) => void>>();

  /** @returns a function that unsubscribes */
  add(topic: string, listener: (payload: never) => void): () => void {
    const all = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#byTopic.get(topic) === all) this.#byTopic.delete(topic);
    };
  }

  emit(topic: string, payload?: unknown): void {
    for (const listener of [...(this.#byTopic.get(topic) ?? [])]) listener(payload as never);
  }
}
