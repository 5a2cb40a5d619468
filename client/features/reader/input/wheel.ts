/** Wheel pixels that turn a page. */
const forPage = 50;
const forChapter = 100;
const idleMs = 180;

/** Turns wheel events into single page turns. */
export class WheelTurner {
  #sum = 0;
  #last = Number.NEGATIVE_INFINITY;
  #isSpent = false;

  /**
   * @param at event `timeStamp` in milliseconds
   * @param isAtEdge whether the chapter is scrolled to its end in that direction; null in paginated mode
   * @returns 1 for next, -1 for previous, 0 for nothing yet
   */
  onWheel(delta: number, at: number, isAtEdge: boolean | null): 1 | -1 | 0 {
    if (at - this.#last > idleMs || Math.sign(delta) !== Math.sign(this.#sum || delta)) {
      this.#sum = 0;
      this.#isSpent = false;
    }
    this.#last = at;
    if (isAtEdge === false || this.#isSpent) return 0;

    this.#sum += delta;
    if (Math.abs(this.#sum) < (isAtEdge === null ? forPage : forChapter)) return 0;
    this.#isSpent = true;
    return this.#sum > 0 ? 1 : -1;
  }
}
