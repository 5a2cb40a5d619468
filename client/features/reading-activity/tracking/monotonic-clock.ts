/** A device's clock may run ahead of the page's by so much before something has happened to it. */
const toleranceMs = 2_000;

/** What a page can tell the time by. */
export interface Times {
  /** The device's clock, which anybody may set. */
  readonly wall: () => number;
  /** Milliseconds that only ever grow, from somewhere; on some devices they stand still while it sleeps. */
  readonly ticks: () => number;
}

const deviceTimes: Times = { wall: () => Date.now(), ticks: () => performance.now() };

/**
 * The time by a clock that never goes back. It begins as the device's and runs by itself; it follows a clock that has
 * run ahead, since the device may have slept. One that was put back changes nothing here: the server is told what ours
 * shows and reckons with how far it is off.
 */
export class MonotonicClock {
  readonly #times: Times;
  #wall: number;
  #ticks: number;

  constructor(times: Times = deviceTimes) {
    this.#times = times;
    [this.#wall, this.#ticks] = [times.wall(), times.ticks()];
  }

  /** Milliseconds from somewhere that only grow: for how long something took. */
  ticks(): number {
    return this.#times.ticks();
  }

  /** Milliseconds since 1970. */
  now(): number {
    const [wall, ticks] = [this.#times.wall(), this.#times.ticks()];
    if (wall - (this.#wall + ticks - this.#ticks) > toleranceMs) [this.#wall, this.#ticks] = [wall, ticks];
    return Math.round(this.#wall + ticks - this.#ticks);
  }
}
