import type { Services } from "#server/services.ts";

const saveIntervalMs = 1_000;

/** A user cancelled the run. */
class RunCancelledError extends Error {}

/** The process shuts down. */
class RunInterruptedError extends Error {}

interface CancellableRun {
  readonly topic: string;
  readonly id: string;
  /** Aborts when the process shuts down. */
  readonly shutdownSignal: AbortSignal | undefined;
  /**
   * Stores the progress.
   *
   * @returns whether the run was not cancelled
   */
  readonly saveProgress: () => Promise<boolean>;
}

export interface RunContext {
  readonly signal: AbortSignal;
  readonly checkCancelled: () => void;
}

/**
 * Runs a long job, stores its progress every second, and stops it when it is cancelled or the process shuts
 * down.
 *
 * @param onError called after a failure, not after a cancellation
 * @throws when the process shuts down, so that the queue retries
 */
export async function runCancellable(
  { live, log }: Pick<Services, "live" | "log">,
  { topic, id, shutdownSignal, saveProgress }: CancellableRun,
  run: (watch: RunContext) => Promise<void>,
  onError: (error: unknown) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const interrupt = () => controller.abort(new RunInterruptedError("the process is shutting down"));
  shutdownSignal?.addEventListener("abort", interrupt);
  if (shutdownSignal?.aborted) interrupt();
  const checkCancelled = () => {
    saveProgress().then(
      (isActive) => isActive || controller.abort(new RunCancelledError("cancelled")),
      (error: unknown) => log.warn({ err: error }, "progress was lost"),
    );
  };
  const timer = setInterval(checkCancelled, saveIntervalMs);
  const stopListening = live.onBroadcast(topic, (message) => {
    if (message === id) checkCancelled();
  });
  try {
    await run({ signal: controller.signal, checkCancelled });
  } catch (error) {
    if (error instanceof RunCancelledError) return;
    if (error instanceof RunInterruptedError) throw error;
    await onError(error);
  } finally {
    clearInterval(timer);
    stopListening();
    shutdownSignal?.removeEventListener("abort", interrupt);
  }
}
