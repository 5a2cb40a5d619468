import { parentPort } from "node:worker_threads";
import { smallBookLimit } from "#shared/epub/limits.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { writePageWithIds } from "./media-overlay-export/page-with-ids.ts";
import { readEpub } from "./read-epub.ts";
import { prepareDocument } from "./sanitize/prepare-document.ts";
import type { Task, WorkerReply } from "./worker-messages.ts";
import { locateInPage } from "./xpointer/locate-in-page.ts";
import { OversizedEpubError } from "./zip/archive.ts";

// The worker side of `workers.ts`: handles one task at a time.
parentPort?.on("message", (task: Task) => {
  void answer(task).then((answer) => parentPort?.postMessage(answer));
});

async function answer(task: Task): Promise<WorkerReply> {
  try {
    if (task.type === "prepare") return { done: prepareDocument(task.preparation) };
    if (task.type === "speak") return { done: writePageWithIds(task.page) };
    if (task.type === "locate") return { done: locateInPage(task.location) };
    const { file, limits, isAlone } = task;
    return { done: await readEpub(file, isAlone ? limits : { ...limits, smallBook: smallBookLimit }) };
  } catch (error) {
    if (error instanceof OversizedEpubError) return { isLarge: true };
    if (error instanceof ProblemError && error.reason)
      return { problem: { code: error.code, reason: error.reason } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
