/** Named timers; setting one replaces the one of the same name. */
export class Timers<Name extends string> {
  readonly #running = new Map<Name, ReturnType<typeof setTimeout>>();

  startTimer(name: Name, ms: number, callback: () => void): void {
    this.cancel(name);
    const timer = setTimeout(() => {
      this.#running.delete(name);
      callback();
    }, ms);
    this.#running.set(name, timer);
  }

  has(name: Name): boolean {
    return this.#running.has(name);
  }

  cancel(...names: readonly Name[]): void {
    for (const name of names) {
      clearTimeout(this.#running.get(name));
      this.#running.delete(name);
    }
  }

  cancelAll(): void {
    this.cancel(...this.#running.keys());
  }
}
