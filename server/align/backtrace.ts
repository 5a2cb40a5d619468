/** One step of a path through the text. */
export interface BacktraceStep {
  readonly sentence: number;
  readonly frame: number;
  readonly isEnd: boolean;
}

export class Backtrace {
  #length = 0;
  #capacity: number;
  #marks: Int32Array;
  #frames: Int32Array;
  #before: Int32Array;

  /** @param capacity steps stored before unreachable ones are removed */
  constructor(capacity = 1 << 17) {
    this.#capacity = capacity;
    this.#marks = new Int32Array(capacity);
    this.#frames = new Int32Array(capacity);
    this.#before = new Int32Array(capacity);
  }

  /** Whether there is space for a number of steps. */
  hasSpace(steps: number): boolean {
    return this.#length + steps <= this.#capacity;
  }

  /** @returns the number of the step; `before` is the previous one, or -1 */
  add(sentence: number, isEnd: boolean, frame: number, before: number): number {
    const index = this.#length++;
    this.#marks[index] = sentence * 2 + (isEnd ? 1 : 0);
    this.#frames[index] = frame;
    this.#before[index] = before;
    return index;
  }

  *traceBack(from: number): Generator<BacktraceStep> {
    for (let index = from; index >= 0; index = this.#before[index] ?? -1) {
      const mark = this.#marks[index] ?? 0;
      yield { sentence: mark >> 1, frame: this.#frames[index] ?? 0, isEnd: (mark & 1) === 1 };
    }
  }

  removeUnreachable(stored: readonly Int32Array[], additional: number): void {
    const newIndexes = this.#compact(this.#markReachable(stored));
    for (const steps of stored) {
      for (let index = 0; index < steps.length; index++) {
        const step = steps[index] ?? -1;
        if (step >= 0) steps[index] = newIndexes[step] ?? -1;
      }
    }
    if (this.#length + additional > this.#capacity / 2) this.#grow(this.#capacity * 2 + additional);
  }

  #markReachable(stored: readonly Int32Array[]): Uint8Array {
    const isReachable = new Uint8Array(this.#length);
    for (const steps of stored) for (const step of steps) if (step >= 0) isReachable[step] = 1;
    for (let index = this.#length - 1; index >= 0; index--) {
      const before = this.#before[index] ?? -1;
      if (isReachable[index] && before >= 0) isReachable[before] = 1;
    }
    return isReachable;
  }

  #compact(isReachable: Uint8Array): Int32Array {
    const newIndexes = new Int32Array(this.#length).fill(-1);
    let next = 0;
    for (let index = 0; index < this.#length; index++) {
      if (!isReachable[index]) continue;
      const before = this.#before[index] ?? -1;
      this.#marks[next] = this.#marks[index] ?? 0;
      this.#frames[next] = this.#frames[index] ?? 0;
      this.#before[next] = before < 0 ? -1 : (newIndexes[before] ?? -1);
      newIndexes[index] = next++;
    }
    this.#length = next;
    return newIndexes;
  }

  #grow(capacity: number): void {
    const copyToLarger = (from: Int32Array) => {
      const to = new Int32Array(capacity);
      to.set(from.subarray(0, this.#length));
      return to;
    };
    [this.#marks, this.#frames, this.#before] = [
      copyToLarger(this.#marks),
      copyToLarger(this.#frames),
      copyToLarger(this.#before),
    ];
    this.#capacity = capacity;
  }
}
