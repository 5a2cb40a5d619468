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

  /** Ensures room for a number of steps. */
  hasSpace(steps: number): boolean {
    return this.#length + steps <= this.#capacity;
  }

  /** @returns the number of the step; `before` is the previous one, or -1 */
  add(sentence: number, isEnd: boolean, frame: number, before: number): number {
    const at = this.#length++;
    this.#marks[at] = sentence * 2 + (isEnd ? 1 : 0);
    this.#frames[at] = frame;
    this.#before[at] = before;
    return at;
  }

  *back(from: number): Generator<BacktraceStep> {
    for (let at = from; at >= 0; at = this.#before[at] ?? -1) {
      const mark = this.#marks[at] ?? 0;
      yield { sentence: mark >> 1, frame: this.#frames[at] ?? 0, isEnd: (mark & 1) === 1 };
    }
  }

  removeUnreachable(stored: readonly Int32Array[], additional: number): void {
    const renamed = this.#compact(this.#markReachable(stored));
    for (const steps of stored) {
      for (let at = 0; at < steps.length; at++) {
        const step = steps[at] ?? -1;
        if (step >= 0) steps[at] = renamed[step] ?? -1;
      }
    }
    if (this.#length + additional > this.#capacity / 2) this.#grow(this.#capacity * 2 + additional);
  }

  #markReachable(stored: readonly Int32Array[]): Uint8Array {
    const isReachable = new Uint8Array(this.#length);
    for (const steps of stored) for (const step of steps) if (step >= 0) isReachable[step] = 1;
    for (let at = this.#length - 1; at >= 0; at--) {
      const before = this.#before[at] ?? -1;
      if (isReachable[at] && before >= 0) isReachable[before] = 1;
    }
    return isReachable;
  }

  #compact(isReachable: Uint8Array): Int32Array {
    const renamed = new Int32Array(this.#length).fill(-1);
    let next = 0;
    for (let at = 0; at < this.#length; at++) {
      if (!isReachable[at]) continue;
      const before = this.#before[at] ?? -1;
      this.#marks[next] = this.#marks[at] ?? 0;
      this.#frames[next] = this.#frames[at] ?? 0;
      this.#before[next] = before < 0 ? -1 : (renamed[before] ?? -1);
      renamed[at] = next++;
    }
    this.#length = next;
    return renamed;
  }

  #grow(capacity: number): void {
    const larger = (from: Int32Array) => {
      const to = new Int32Array(capacity);
      to.set(from.subarray(0, this.#length));
      return to;
    };
    [this.#marks, this.#frames, this.#before] = [
      larger(this.#marks),
      larger(this.#frames),
      larger(this.#before),
    ];
    this.#capacity = capacity;
  }
}
