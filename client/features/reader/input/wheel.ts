/** Wheel pixels that turn a page. */
const pageThreshold = 50;
const chapterThreshold = 100;
const idleMs = 180;

/** Turns wheel events into single page turns. */
export class WheelTurner {
  #sum = 0;
  #last = Number.NEGATIVE_INFINITY;
  #isConsumed = false;

  /**
   * @param at event `timeStamp` in milliseconds
   * @param isAtEdge whether the chapter is scrolled to its end in that direction; null in paginated mode
   * @returns 1 for next, -1 for previous, 0 for nothing yet
   */
  onWheel(delta: number, at: number, isAtEdge: boolean | null): 1 | -1 | 0 {
    if (at - this.#last > idleMs || Math.sign(delta) !== Math.sign(this.#sum || delta)) {
      this.#sum = 0;
      this.#isConsumed = false;
    }
    this.#last = at;
    if (isAtEdge === false || this.#isConsumed) return 0;

    this.#sum += delta;
    if (Math.abs(this.#sum) < (isAtEdge === null ? pageThreshold : chapterThreshold)) return 0;
    this.#isConsumed = true;
    return this.#sum > 0 ? 1 : -1;
  }
}
