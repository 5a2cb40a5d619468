import type { Cause } from "./cause.ts";
import { patienceEnds } from "./patience.ts";

/** What is done to the pages: one act after another, each with a limit. */
export class Acts {
  readonly #isOver: () => boolean;
  #under = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Why the pages are moving at this moment; `layout` while nothing is done to them. */
  cause: Cause = "layout";

  constructor(isOver: () => boolean) {
    this.#isOver = isOver;
  }

  /** Something is under way, or waits. */
  get isBusy(): boolean {
    return this.#under > 0;
  }

  /** Resolves when what is under way has ended. */
  get ended(): Promise<unknown> {
    return this.#last;
  }

  /** Does it after what is under way; what fails or hangs is given up. */
  run(cause: Cause, act: () => Promise<void>, giveUp: () => Promise<void>): Promise<void> {
    this.#under += 1;
    const acting = this.#last.then(async () => {
      if (this.#isOver()) return;
      this.cause = cause;
      const isDone = await Promise.race([
        act().then(
          () => true,
          () => false,
        ),
        patienceEnds(),
      ]);
      if (!isDone) await giveUp();
      this.cause = "layout";
      this.#under -= 1;
    });
    this.#last = acting;
    return acting;
  }
}
