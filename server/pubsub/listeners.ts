export class Listeners {
  private readonly byTopic = new Map<string, Set<(input: never) => void>>();

  /** @returns a function that unsubscribes */
  add(topic: string, listener: (input: never) => void): () => void {
    const all = this.byTopic.get(topic) ?? new Set();
    this.byTopic.set(topic, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.byTopic.get(topic) === all) this.byTopic.delete(topic);
    };
  }

  emit(topic: string, input?: unknown): void {
    for (const listener of [...(this.byTopic.get(topic) ?? [])]) listener(input as never);
  }
}
