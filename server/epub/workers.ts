import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { getEntryPath } from "#server/entry-path.ts";
import { ProblemError, unprocessableFile } from "#server/http/api/problem.ts";
import type { MarkedPage } from "./media-overlay-export/add-sentence-ids.ts";
import type { PageTask } from "./media-overlay-export/page-with-ids.ts";
import type { ParsedEpub } from "./read-epub.ts";
import type { Preparation } from "./sanitize/prepare-document.ts";
import type { Task, WorkerReply } from "./worker-messages.ts";
import { locateInPage, type PageLocation } from "./xpointer/locate-in-page.ts";

const maxWorkers = Math.max(1, Math.min(2, availableParallelism()));
const taskTimeoutMs = 60_000;
const maxHeapMb = 176;
/** Idle workers exit, so that an idle server uses little memory. */
const idleExitMs = 20_000;

type ReadTask = Extract<Task, { type: "read" }>;

const isAlone = (task: Task) => task.type === "read" && task.isAlone;

interface QueuedTask {
  readonly task: Task;
  readonly resolve: (reply: WorkerReply | Error) => void;
}

interface WorkerSlot {
  readonly worker: Worker;
  current: QueuedTask | null;
  timer: NodeJS.Timeout | undefined;
}

const waiting: QueuedTask[] = [];
const slots = new Set<WorkerSlot>();

/**
 * Reads and validates an EPUB in a worker with limits on time and memory, so that no file can block the
 * server.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function readEpubInWorker(file: string, limits: EpubLimits): Promise<ParsedEpub> {
  return (await run({ type: "read", file, limits, isAlone: false })) as ParsedEpub;
}

/** Prepares a large file of a book in a worker. */
export async function prepareInWorker(preparation: Preparation): Promise<string> {
  return (await run({ type: "prepare", preparation })) as string;
}

export async function extractSpeechInWorker(page: PageTask): Promise<MarkedPage> {
  return (await run({ type: "speak", page })) as MarkedPage;
}

/** Larger pages are parsed in a worker. */
const maxInlineBytes = 64_000;

export async function locateInPageOrWorker(location: PageLocation): Promise<number | string | null> {
  if (location.content.byteLength <= maxInlineBytes) return locateInPage(location);
  return (await run({ type: "locate", location })) as number | string | null;
}

async function run(task: Task): Promise<unknown> {
  const reply = await new Promise<WorkerReply | Error>((resolve) => {
    if (isAlone(task)) waiting.unshift({ task, resolve });
    else waiting.push({ task, resolve });
    assign();
  });
  if (reply instanceof Error) throw reply;
  if ("done" in reply) return reply.done;
  if ("isLarge" in reply) return run({ ...(task as ReadTask), isAlone: true });
  if ("problem" in reply) throw new ProblemError(reply.problem.code, reply.problem.reason);
  throw new Error(`An EPUB could not be read: ${reply.failed}`);
}

function assign(): void {
  while (waiting.length > 0) {
    const idle = [...slots].find(({ current }) => !current);
    if (!idle && slots.size >= maxWorkers) return;
    const next = dequeue();
    if (!next) return;
    const slot = idle ?? startWorkerThread();
    clearTimeout(slot.timer);
    slot.current = next;
    slot.timer = setTimeout(() => terminate(slot, tooSlow()), taskTimeoutMs);
    // Idle workers do not keep the process alive, busy ones do.
    slot.worker.ref();
    slot.worker.postMessage(next.task);
  }
}

function dequeue(): QueuedTask | undefined {
  const running = [...slots].flatMap(({ current }) => (current?.task.type === "read" ? [current.task] : []));
  const canStart = (task: Task) =>
    isAlone(task) ? running.length === 0 : !running.some((other) => isAlone(other));
  const firstBook = waiting.findIndex(({ task }) => task.type === "read");
  const index = waiting.findIndex(
    ({ task }, at) => task.type !== "read" || (at === firstBook && canStart(task)),
  );
  return index < 0 ? undefined : waiting.splice(index, 1)[0];
}

function startWorkerThread(): WorkerSlot {
  const worker = startWorker();
  const slot: WorkerSlot = { worker, current: null, timer: undefined };
  slots.add(slot);
  worker.on("message", (reply: WorkerReply) => finish(slot, reply));
  worker.on("error", (error) => terminate(slot, isOutOfMemory(error) ? tooLarge() : error));
  worker.on("exit", () => terminate(slot, new Error("A worker that reads EPUBs ended too early")));
  return slot;
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 };
  return new Worker(getEntryPath("epub-worker"), { resourceLimits });
}

function finish(slot: WorkerSlot, reply: WorkerReply): void {
  clearTimeout(slot.timer);
  const { current } = slot;
  slot.current = null;
  slot.worker.unref();
  slot.timer = setTimeout(() => terminate(slot, new Error("idle")), idleExitMs).unref();
  current?.resolve(reply);
  assign();
}

function terminate(slot: WorkerSlot, reason: Error): void {
  if (!slots.delete(slot)) return;
  clearTimeout(slot.timer);
  void slot.worker.terminate();
  slot.current?.resolve(reason);
  slot.current = null;
  assign();
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

const tooSlow = () => unprocessableFile("epub_too_slow");
const tooLarge = () => unprocessableFile("epub_needs_memory");
