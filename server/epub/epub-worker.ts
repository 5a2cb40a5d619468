import { parentPort } from "node:worker_threads";
import { ProblemError } from "#server/http/problem.ts";
import type { Answer, Task } from "./epub-tasks.ts";
import { prepareDocument } from "./prepare-document.ts";
import { readEpub } from "./read-epub.ts";

// The other end of `workers.ts`: takes one task at a time and answers it.
parentPort?.on("message", (task: Task) => {
  void answer(task).then((given) => parentPort?.postMessage(given));
});

async function answer(task: Task): Promise<Answer> {
  try {
    return {
      done: task.act === "read" ? await readEpub(task.file, task.limits) : prepareDocument(task.preparation),
    };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: { code: error.code, message: error.message } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
