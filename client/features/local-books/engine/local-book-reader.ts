import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import type { LocalOutline } from "./local-epub.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

type Request = WorkerRequest extends infer Each ? (Each extends unknown ? Omit<Each, "id"> : never) : never;

interface Pending {
  readonly resolve: (result: WorkerReply["result"]) => void;
  readonly reject: (error: UnreadableEpubError) => void;
}

/** A file that takes longer was made to. */
const timeoutMs = 60_000;

/** Reads one EPUB in a worker, so that a hostile file cannot block the page. */
export class LocalBookReader {
  readonly #worker = new Worker(new URL("./epub-worker.ts", import.meta.url), { type: "module" });
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #stopped: UnreadableEpubError | null = null;

  constructor(file: Blob) {
    this.#worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => this.#settle(data));
    this.#worker.addEventListener("error", () => this.#stop("epub_needs_memory"));
    // Its failure is that of each later call.
    this.#call({ type: "file", file }).catch(() => undefined);
  }

  /** @throws {UnreadableEpubError} */
  async readOutline(): Promise<LocalOutline> {
    const timer = setTimeout(() => this.#stop("epub_too_slow"), timeoutMs);
    try {
      return (await this.#call({ type: "outline" })) as LocalOutline;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * One file of the book, sanitized; null when the book has no such file.
   *
   * @throws {UnreadableEpubError}
   */
  async readEntry(path: string): Promise<Blob | null> {
    return (await this.#call({ type: "entry", path })) as Blob | null;
  }

  close(): void {
    this.#stop("file_damaged");
  }

  #call(request: Request): Promise<WorkerReply["result"]> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id } satisfies WorkerRequest);
    });
  }

  #settle({ id, result, reason }: WorkerReply): void {
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (reason) call?.reject(new UnreadableEpubError(reason));
    else call?.resolve(result);
  }

  #stop(code: "epub_needs_memory" | "epub_too_slow" | "file_damaged"): void {
    this.#worker.terminate();
    const error = new UnreadableEpubError(code);
    this.#stopped ??= error;
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
