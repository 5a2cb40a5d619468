import { idleTimeout } from "#client/features/reader/engine/document/idle-timeout.ts";
import type { Cause } from "./relocate-reason.ts";

export class NavigationQueue {
  readonly #isOver: () => boolean;
  readonly #onBusy: (isBusy: boolean) => void;
  #under = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** `layout` unless the reader acted. */
  cause: Cause = "layout";

  /** @param onBusy called when the queue starts and when it becomes empty */
  constructor(isOver: () => boolean, onBusy: (isBusy: boolean) => void) {
    this.#isOver = isOver;
    this.#onBusy = onBusy;
  }

  /** An action is running or queued. */
  get isBusy(): boolean {
    return this.#under > 0;
  }

  /** Resolves when the running action has ended. */
  get ended(): Promise<unknown> {
    return this.#last;
  }

  run(cause: Cause, act: () => Promise<void>, abandon: () => Promise<void>): Promise<void> {
    this.#under += 1;
    if (this.#under === 1) this.#onBusy(true);
    const acting = this.#last.then(async () => {
      if (!this.#isOver()) await this.#do(cause, act, abandon);
      this.#under -= 1;
      if (this.#under === 0) this.#onBusy(false);
    });
    this.#last = acting;
    return acting;
  }

  async #do(cause: Cause, act: () => Promise<void>, abandon: () => Promise<void>): Promise<void> {
    this.cause = cause;
    const isDone = await Promise.race([
      act().then(
        () => true,
        () => false,
      ),
      idleTimeout(),
    ]);
    if (!isDone) await abandon();
    this.cause = "layout";
  }
}
