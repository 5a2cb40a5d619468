import { parentPort, workerData } from "node:worker_threads";
import { alignBook } from "./align-book.ts";
import { type AlignMessage, AlignmentRejectedError, type AlignTask } from "./task.ts";

// The worker side of `run-in-worker.ts`: runs one task and exits.
const tell = (message: AlignMessage) => parentPort?.postMessage(message);

try {
  const done = await alignBook(workerData as AlignTask, {
    onProgress: (progress) => tell({ progress }),
    started: (child) => tell({ child }),
  });
  tell({ done });
} catch (error) {
  if (error instanceof AlignmentRejectedError)
    tell({ rejected: { reason: error.reason, about: error.about } });
  else tell({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
