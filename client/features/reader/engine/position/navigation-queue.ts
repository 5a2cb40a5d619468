import { waitForIdleTimeout } from "#client/features/reader/engine/document/idle-timeout.ts";
import type { Cause } from "./relocate-reason.ts";

export class NavigationQueue {
  readonly #isClosed: () => boolean;
  readonly #isLoading: () => boolean;
  readonly #onBusy: (isBusy: boolean) => void;
  #pendingCount = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** `layout` unless the reader acted. */
  cause: Cause = "layout";

  /**
   * @param isLoading an action waits for files; it is not given up meanwhile
   * @param onBusy called when the queue starts and when it becomes empty
   */
  constructor(isClosed: () => boolean, isLoading: () => boolean, onBusy: (isBusy: boolean) => void) {
    this.#isClosed = isClosed;
    this.#isLoading = isLoading;
    this.#onBusy = onBusy;
  }

  /** An action is running or queued. */
  get isBusy(): boolean {
    return this.#pendingCount > 0;
  }

  /** Resolves when the running action has ended. */
  get ended(): Promise<unknown> {
    return this.#last;
  }

  run(cause: Cause, action: () => Promise<void>, abandon: () => Promise<void>): Promise<void> {
    this.#pendingCount += 1;
    if (this.#pendingCount === 1) this.#onBusy(true);
    const running = this.#last.then(async () => {
      if (!this.#isClosed()) await this.#execute(cause, action, abandon);
      this.#pendingCount -= 1;
      if (this.#pendingCount === 0) this.#onBusy(false);
    });
    this.#last = running;
    return running;
  }

  async #execute(cause: Cause, action: () => Promise<void>, abandon: () => Promise<void>): Promise<void> {
    this.cause = cause;
    const isDone = await Promise.race([
      action().then(
        () => true,
        () => false,
      ),
      waitForIdleTimeout(this.#isLoading),
    ]);
    if (!isDone) await Promise.race([abandon().catch(() => {}), waitForIdleTimeout(this.#isLoading)]);
    this.cause = "layout";
  }
}
