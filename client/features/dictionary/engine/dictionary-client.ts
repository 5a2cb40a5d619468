import { type Refusal, RefusedFile } from "../import/refused-file.ts";
import type { DictionaryCalls } from "./dictionary-calls.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((share: number) => void) | undefined;
}

const pending = new Map<number, Pending>();
let worker: Worker | null = null;
let lastId = 0;

/** Starts the worker at the first call. */
function getWorker(): Worker {
  if (worker) return worker;
  const started = new Worker(new URL("./dictionary-worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => settle(data));
  started.addEventListener("error", () => {
    worker = null;
    started.terminate();
    rejectAll({ code: "storageRefused" });
  });
  worker = started;
  return started;
}

function settle({ id, result, refusal, progress }: WorkerReply): void {
  const call = pending.get(id);
  if (progress !== undefined) {
    call?.onProgress?.(progress);
    return;
  }
  pending.delete(id);
  if (refusal) call?.reject(new RefusedFile(refusal.code, refusal.part));
  else call?.resolve(result as never);
}

function rejectAll({ code }: Refusal): void {
  for (const { reject } of pending.values()) reject(new RefusedFile(code));
  pending.clear();
}

/**
 * Calls the worker that parses and searches the reader's dictionaries.
 *
 * @throws {RefusedFile}
 */
export function callDictionaries<Name extends keyof DictionaryCalls>(
  name: Name,
  args: Name extends "add" ? readonly [readonly File[]] : Parameters<DictionaryCalls[Name]>,
  onProgress?: (share: number) => void,
): ReturnType<DictionaryCalls[Name]> {
  const id = ++lastId;
  const result = new Promise<never>((resolve, reject) => {
    pending.set(id, { resolve, reject, onProgress });
    getWorker().postMessage({ id, name, args } satisfies WorkerRequest);
  });
  return result as ReturnType<DictionaryCalls[Name]>;
}
