const forChapter = 56;

/** Turns a finger's way over scrolled text into steps from chapter to chapter, once it pulls past the text's edge. */
export class PullToTurn {
  #last = 0;
  /** Where the finger met the edge; null while there is text left to scroll. */
  #edge: number | null = null;
  #isSpent = true;

  /** A finger was set down at a height of the screen. */
  start(y: number): void {
    this.#last = y;
    this.#edge = null;
    this.#isSpent = false;
  }

  end(): void {
    this.#isSpent = true;
  }

  /**
   * The finger moved.
   *
   * @param isAtEdge whether the text is scrolled to its end, or to its beginning.
   * @returns 1 to go on, -1 to go back, 0 for nothing yet; one finger leads only one chapter on.
   */
  move(y: number, isAtEdge: (direction: 1 | -1) => boolean): 1 | -1 | 0 {
    const direction = y < this.#last ? 1 : -1;
    const from = this.#last;
    this.#last = y;
    if (this.#isSpent || y === from) return 0;
    if (!isAtEdge(direction)) {
      this.#edge = null;
      return 0;
    }
    this.#edge ??= from;
    if ((this.#edge - y) * direction < forChapter) return 0;
    this.#isSpent = true;
    return direction;
  }
}
