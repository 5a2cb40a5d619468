import type { UploadSetId } from "#shared/uploads/contract.ts";
import { onLiveEvent } from "#client/features/live-events/index.ts";

/** Without an event, such as without a connection, the state is asked for. */
const pollMs = 15_000;

export interface UploadWatch {
  /** Resolves with the next event of the upload, also one since the last call, or after a while without one. */
  readonly next: (signal: AbortSignal) => Promise<void>;
  readonly stop: () => void;
}

/** Waits for the event with which the server ends the processing of an upload. */
export function watchUpload(id: UploadSetId): UploadWatch {
  let hasEnded = false;
  let wake = () => {};
  const stop = onLiveEvent(({ uploadId }) => {
    if (uploadId !== id) return;
    hasEnded = true;
    wake();
  });
  const next = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        hasEnded = false;
        resolve();
      };
      const timer = setTimeout(end, pollMs);
      signal.addEventListener("abort", end);
      wake = end;
      if (hasEnded || signal.aborted) end();
    });
  return { next, stop };
}
