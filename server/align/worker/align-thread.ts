import { parentPort, workerData } from "node:worker_threads";
import { alignBook } from "./align-book.ts";
import { type AlignMessage, AlignmentRejectedError, type AlignTask } from "./task.ts";

// The worker side of `align-in-worker.ts`: runs one task and exits.
const post = (message: AlignMessage) => parentPort?.postMessage(message);

try {
  const result = await alignBook(workerData as AlignTask, {
    onProgress: (progress) => post({ progress }),
    onDecoder: (child) => post({ child }),
  });
  post({ done: result });
} catch (error) {
  if (error instanceof AlignmentRejectedError)
    post({ rejected: { reason: error.reason, about: error.about } });
  else post({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
