const chapterThreshold = 56;

/** Changes the chapter when a finger pulls beyond the edge of scrolled text. */
export class PullToTurn {
  #last = 0;
  /** Where the pull started; null while there is text left to scroll. */
  #edge: number | null = null;
  #isConsumed = true;

  /** @param y screen position of the finger */
  start(y: number): void {
    this.#last = y;
    this.#edge = null;
    this.#isConsumed = false;
  }

  end(): void {
    this.#isConsumed = true;
  }

  /**
   * @param isAtEdge whether the text is scrolled to its end or its beginning
   * @returns 1 for next, -1 for previous, 0 for nothing yet; at most one chapter per touch
   */
  move(y: number, isAtEdge: (direction: 1 | -1) => boolean): 1 | -1 | 0 {
    const direction = y < this.#last ? 1 : -1;
    const from = this.#last;
    this.#last = y;
    if (this.#isConsumed || y === from) return 0;
    if (!isAtEdge(direction)) {
      this.#edge = null;
      return 0;
    }
    this.#edge ??= from;
    if ((this.#edge - y) * direction < chapterThreshold) return 0;
    this.#isConsumed = true;
    return direction;
  }
}
