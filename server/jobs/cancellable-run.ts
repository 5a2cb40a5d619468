import type { Services } from "#server/services.ts";

const recordIntervalMs = 1_000;

/** Why a run was ended from without. */
class Cancelled extends Error {}

/** Its process is ending: the queue gives the run to another. */
class Interrupted extends Error {}

/** A long run that somebody may call off, and whose progress others see. */
interface WatchedRun {
  /** Where a word is said that something was called off, and whose word is meant. */
  readonly topic: string;
  readonly id: string;
  /** Ends with the process. */
  readonly ending: AbortSignal | undefined;
  /** Writes down how it goes. @returns whether it is still wanted. */
  readonly note: () => Promise<boolean>;
}

/** What a run has of being watched. */
export interface ReleaseAlert {
  readonly signal: AbortSignal;
  /** Notes at once how it goes, and not only with the next second. */
  readonly look: () => void;
}

/**
 * Does a long run, notes each second how it goes, and ends it when it is no longer wanted or its process ends.
 *
 * @param onFault hears why it failed; of a run that was called off it hears nothing.
 * @throws when the process ends, so that the queue gives the run to another.
 */
export async function runCancellable(
  { live, log }: Pick<Services, "live" | "log">,
  { topic, id, ending, note }: WatchedRun,
  act: (watch: ReleaseAlert) => Promise<void>,
  onFault: (error: unknown) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const interrupt = () => stopping.abort(new Interrupted("the process ends"));
  ending?.addEventListener("abort", interrupt);
  if (ending?.aborted) interrupt();
  const look = () => {
    note().then(
      (isWanted) => isWanted || stopping.abort(new Cancelled("cancelled")),
      // A lost connection says nothing about what is wanted.
      (error: unknown) => log.warn({ err: error }, "progress was lost"),
    );
  };
  const timer = setInterval(look, recordIntervalMs);
  const stopListening = live.onBroadcast(topic, (said) => {
    if (said === id) look();
  });
  try {
    await act({ signal: stopping.signal, look });
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Interrupted) throw error;
    await onFault(error);
  } finally {
    clearInterval(timer);
    stopListening();
    ending?.removeEventListener("abort", interrupt);
  }
}
