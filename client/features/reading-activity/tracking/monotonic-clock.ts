/** A larger jump of the device clock means that it was changed or the device slept. */
const toleranceMs = 2_000;

export interface Times {
  readonly wallClock: () => number;
  readonly ticks: () => number;
}

const deviceTimes: Times = { wallClock: () => Date.now(), ticks: () => performance.now() };

export class MonotonicClock {
  readonly #times: Times;
  #wall: number;
  #ticks: number;

  constructor(times: Times = deviceTimes) {
    this.#times = times;
    [this.#wall, this.#ticks] = [times.wallClock(), times.ticks()];
  }

  /** Monotonic milliseconds, for durations. */
  ticks(): number {
    return this.#times.ticks();
  }

  /** Milliseconds since 1970. */
  now(): number {
    const [wallTime, ticks] = [this.#times.wallClock(), this.#times.ticks()];
    if (wallTime - (this.#wall + ticks - this.#ticks) > toleranceMs)
      [this.#wall, this.#ticks] = [wallTime, ticks];
    return Math.round(this.#wall + ticks - this.#ticks);
  }
}
