import { Worker } from "node:worker_threads";
import { getEntryPath } from "#server/entry-path.ts";
import {
  type AlignMessage,
  AlignmentRejectedError,
  type AlignProgress,
  type AlignTask,
  type FoundAudioChapter,
} from "./task.ts";

/** Typed arrays are outside of this heap limit. */
const maxHeapMb = 384;

/**
 * Aligns a book in a worker thread.
 *
 * @param cancelled stops the thread and its decoder and rejects the promise
 * @throws {AlignmentRejectedError} with the reason
 */
export function alignInWorker(
  task: AlignTask,
  onProgress: (progress: AlignProgress) => void,
  cancelled: AbortSignal,
): Promise<readonly FoundAudioChapter[]> {
  return new Promise((resolve, reject) => {
    if (cancelled.aborted) return reject(cancelled.reason);
    const worker = new Worker(getEntryPath("align-thread"), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
      workerData: task,
    });
    let child: number | null = null;
    const settle = (callback: () => void) => {
      cancelled.removeEventListener("abort", cancel);
      void worker.terminate().then(() => endProcess(child));
      callback();
    };
    const cancel = () => settle(() => reject(cancelled.reason));
    cancelled.addEventListener("abort", cancel);
    worker.on("message", (message: AlignMessage) => {
      if ("progress" in message) onProgress(message.progress);
      else if ("child" in message) child = message.child;
      else if ("done" in message) settle(() => resolve(message.done));
      else if ("rejected" in message) {
        settle(() => reject(new AlignmentRejectedError(message.rejected.reason, message.rejected.about)));
      } else settle(() => reject(new Error(`A book could not be aligned: ${message.failed}`)));
    });
    worker.on("error", (error) => settle(() => reject(error)));
    worker.on("exit", () => settle(() => reject(new Error("The alignment thread ended too early"))));
  });
}

function endProcess(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}
