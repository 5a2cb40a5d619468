import { delay, waitForIdleTimeout } from "#client/features/reader/engine/document/idle-timeout.ts";
import type { Cause } from "./relocate-reason.ts";

/** @param isCurrent false once it is interrupted; it must not move the page then */
type Action = (isCurrent: () => boolean) => Promise<void>;

interface Navigation {
  readonly cause: Cause;
  readonly action: Action;
  readonly giveUp: (isInterrupted: boolean) => Promise<void>;
  readonly isCurrent: () => boolean;
}

const interruptionPollMs = 50;

export class NavigationQueue {
  readonly #isClosed: () => boolean;
  readonly #isLoading: () => boolean;
  readonly #onBusy: (isBusy: boolean) => void;
  #pendingCount = 0;
  #last: Promise<unknown> = Promise.resolve();
  #lastNumber = 0;
  #firstCurrent = 0;
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

  /** Gives up what runs as soon as it waits for files, and drops what is behind it. */
  interrupt(): void {
    this.#firstCurrent = this.#lastNumber + 1;
  }

  /** @param giveUp called when the action fails, takes too long or is interrupted */
  run(cause: Cause, action: Action, giveUp: (isInterrupted: boolean) => Promise<void>): Promise<void> {
    this.#pendingCount += 1;
    if (this.#pendingCount === 1) this.#onBusy(true);
    const number = ++this.#lastNumber;
    const isCurrent = () => number >= this.#firstCurrent;
    const running = this.#last.then(async () => {
      if (!this.#isClosed() && isCurrent()) await this.#execute({ cause, action, giveUp, isCurrent });
      this.#pendingCount -= 1;
      if (this.#pendingCount === 0) this.#onBusy(false);
    });
    this.#last = running;
    return running;
  }

  async #execute({ cause, action, giveUp, isCurrent }: Navigation): Promise<void> {
    this.cause = cause;
    let isRunning = true;
    const end = await Promise.race([
      action(isCurrent).then(
        () => "done",
        () => "failed",
      ),
      waitForIdleTimeout(this.#isLoading),
      this.#waitForInterruption(isCurrent, () => isRunning),
    ]);
    isRunning = false;
    if (end !== "done") {
      const givenUp = giveUp(end === "interrupted").catch(() => {});
      await Promise.race([givenUp, waitForIdleTimeout(this.#isLoading)]);
    }
    this.cause = "layout";
  }

  async #waitForInterruption(isCurrent: () => boolean, isRunning: () => boolean): Promise<"interrupted"> {
    while (isRunning() && (isCurrent() || !this.#isLoading())) await delay(interruptionPollMs);
    return "interrupted";
  }
}
