import { CallError } from "#shared/api/http-client.ts";

const retryDelaysMs = [2_000, 5_000, 15_000, 60_000, 300_000] as const;

export type Send = (items: readonly unknown[], options: { readonly keepalive: boolean }) => Promise<void>;

/** A queued item, as stored in JSON. */
type Item = Readonly<Record<string, unknown>> & { readonly bookId?: unknown };

export interface QueuedItem {
  readonly key: string;
  readonly item: Item;
}

export interface OutboxOptions {
  readonly storage: Storage;
  readonly prefix: string;
  /** The field with an ISO 8601 time; the oldest items are sent first. */
  readonly timeField: string;
  readonly maxBatchSize: number;
  /** Above this number the queue is reduced. */
  readonly maxItems: number;
  readonly selectEvictable: (queued: readonly QueuedItem[]) => readonly string[];
  readonly send: Send;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #memory = new Map<string, string>();
  #isSending = false;
  #sending: Promise<void> = Promise.resolve();
  #isFlushRequested = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Stores an item and sends it as soon as possible. */
  enqueue(id: string, item: Item, options?: { readonly keepalive: boolean }): void {
    this.store(id, item);
    this.send(options);
  }

  /** Sends what is queued: at once, or when the next retry is due. */
  send(options?: { readonly keepalive: boolean }): void {
    if (this.#timer === undefined || options?.keepalive) void this.flush(options);
  }

  store(id: string, item: Item): void {
    const { prefix, maxItems } = this.#options;
    const [key, text] = [prefix + id, JSON.stringify(item)];
    if (this.size >= maxItems && this.#getText(key) === null) this.#evict();
    if (this.#write(key, text)) return;
    this.#evict();
    if (!this.#write(key, text)) this.#memory.set(key, text);
  }

  drop(id: string): void {
    this.#remove(this.#options.prefix + id);
  }

  async flush({ keepalive = false } = {}): Promise<void> {
    if (this.#isSending) {
      // A closing page does not wait for running requests; sending twice is harmless.
      if (keepalive) await this.#sendAll(true).catch((error: unknown) => this.#onFailure(error));
      else {
        this.#isFlushRequested = true;
        await this.#sending;
      }
      return;
    }
    this.#isFlushRequested = true;
    this.close();
    this.#sending = this.#sendUntilDone(keepalive);
    await this.#sending;
  }

  /** Resolves when the running requests have ended. */
  async waitUntilFlushed(): Promise<void> {
    await this.#sending;
  }

  /** What is queued, oldest first, also what could not be stored. */
  list(): Item[] {
    return this.#read().map(({ item }) => item);
  }

  has(id: string): boolean {
    return this.#getText(this.#options.prefix + id) !== null;
  }

  get isUnreachable(): boolean {
    return this.#timer !== undefined;
  }

  get size(): number {
    return this.#listKeys().length;
  }

  /** Stops sending; queued items stay for the next visit. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #sendUntilDone(keepalive: boolean): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#isFlushRequested) {
        this.#isFlushRequested = false;
        await this.#sendAll(keepalive);
      }
      this.#failures = 0;
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#isSending = false;
    }
  }

  async #sendAll(keepalive: boolean): Promise<void> {
    const queued = this.#read();
    const { maxBatchSize } = this.#options;
    for (let from = 0; from < queued.length; from += maxBatchSize) {
      await this.#sendBatch(queued.slice(from, from + maxBatchSize), keepalive);
    }
  }

  async #sendBatch(batch: readonly StoredItem[], keepalive: boolean): Promise<void> {
    try {
      await this.#options.send(
        batch.map(({ item }) => item),
        { keepalive },
      );
    } catch (error) {
      if (!isRejection(error)) throw error;
      if (batch.length > 1) {
        const middle = batch.length >> 1;
        await this.#sendBatch(batch.slice(0, middle), keepalive);
        await this.#sendBatch(batch.slice(middle), keepalive);
        return;
      }
    }
    for (const { key, text } of batch) if (this.#getText(key) === text) this.#remove(key);
  }

  #onFailure(error: unknown): void {
    // After sign-out, items wait until a new outbox reads them at the next sign-in.
    if (error instanceof CallError && error.status === 401) return;
    const retryDelay = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)] ?? 0;
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, retryDelay);
  }

  #read(): StoredItem[] {
    const { timeField } = this.#options;
    return this.#listKeys()
      .flatMap((key) => {
        const text = this.#getText(key) ?? "";
        const item = parse(text);
        const at = item?.[timeField];
        return item && typeof at === "string" ? [{ key, text, item, at }] : [];
      })
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  #evict(): void {
    for (const key of this.#options.selectEvictable(this.#read())) this.#remove(key);
  }

  #listKeys(): string[] {
    const stored = getKeys(this.#options.storage, this.#options.prefix);
    return this.#memory.size === 0 ? stored : [...new Set([...stored, ...this.#memory.keys()])];
  }

  #getText(key: string): string | null {
    return this.#memory.get(key) ?? this.#options.storage.getItem(key);
  }

  /** @returns whether it fits into the storage */
  #write(key: string, text: string): boolean {
    try {
      this.#options.storage.setItem(key, text);
      this.#memory.delete(key);
      return true;
    } catch {
      return false;
    }
  }

  #remove(key: string): void {
    this.#memory.delete(key);
    this.#options.storage.removeItem(key);
  }
}

interface StoredItem extends QueuedItem {
  readonly text: string;
  readonly at: string;
}

/** Removes all queued items with a prefix, for example after signing out. */
export function clearOutbox(storage: Storage, prefix: string): void {
  for (const key of getKeys(storage, prefix)) storage.removeItem(key);
}

const getKeys = (storage: Storage, prefix: string) =>
  Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "").filter((key) =>
    key.startsWith(prefix),
  );

/** A definitive refusal by the server; everything else is retried. */
const isRejection = (error: unknown) =>
  error instanceof CallError && [400, 413, 415, 422].includes(error.status);

function parse(text: string): Item | null {
  try {
    return { ...(JSON.parse(text) as Item) };
  } catch {
    return null;
  }
}
