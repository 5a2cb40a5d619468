import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/kernel/call.ts";
import { mostEventsAtOnce, positionsContract } from "#shared/positions/contract.ts";
import { PositionEvent } from "#shared/positions/position.ts";

/** How long to wait after each failure in a row. */
const waitsMs = [2_000, 5_000, 15_000, 60_000, 300_000] as const;

/** More than this is thinned out: of the oldest, only where each book was left stays. */
const mostKept = 2_000;

/** Sends one batch; rejects when it was not taken. */
export type Send = (events: readonly unknown[], options: { readonly keepalive: boolean }) => Promise<void>;

/**
 * Places that the server has not acknowledged yet, kept on the device until it has. Each event lies under a key
 * of its own, so that tabs never overwrite each other, and is taken away when it was sent.
 */
export class Outbox {
  readonly #prefix: string;
  readonly #send: Send;
  readonly #storage: Storage;
  #isSending = false;
  #sending: Promise<void> = Promise.resolve();
  #isAskedAgain = false;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: UserId, storage: Storage, send: Send = sendBatch) {
    this.#prefix = prefixOf(userId);
    this.#storage = storage;
    this.#send = send;
  }

  /** Keeps an event and sends it as soon as that is possible. */
  put(event: PositionEvent, options?: { readonly keepalive: boolean }): void {
    this.#keep(event.id, JSON.stringify(z.encode(PositionEvent, event)));
    // After a failure the next try is due by itself; only a page that is going away cannot wait for it.
    if (this.#timer === undefined || options?.keepalive) void this.flush(options);
  }

  /** Sends what waits, oldest first, in batches; after a failure tries again later by itself. */
  async flush({ keepalive = false } = {}): Promise<void> {
    if (this.#isSending) {
      // A page that is going away cannot wait for what is on its way; sending twice does no harm.
      if (keepalive) await this.#sendAll(true).catch((error: unknown) => this.#failed(error));
      else this.#isAskedAgain = true;
      return;
    }
    this.#isAskedAgain = true;
    this.close();
    this.#sending = this.#sendUntilDone(keepalive);
    await this.#sending;
  }

  async #sendUntilDone(keepalive: boolean): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#isAskedAgain) {
        this.#isAskedAgain = false;
        await this.#sendAll(keepalive);
      }
      this.#failures = 0;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isSending = false;
    }
  }

  /** Resolves when what is being sent has been sent, or has failed. */
  async flushed(): Promise<void> {
    await this.#sending;
  }

  /** How many events wait. */
  get size(): number {
    return keysOf(this.#storage, this.#prefix).length;
  }

  /** Stops trying; what waits stays for the next time. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #sendAll(keepalive: boolean): Promise<void> {
    const waiting = this.#read();
    for (let from = 0; from < waiting.length; from += mostEventsAtOnce) {
      await this.#sendSome(waiting.slice(from, from + mostEventsAtOnce), keepalive);
    }
  }

  /** A batch that is refused as such is halved until the one that spoils it is alone, and that one is given up. */
  async #sendSome(batch: readonly Waiting[], keepalive: boolean): Promise<void> {
    try {
      await this.#send(
        batch.map(({ event }) => event),
        { keepalive },
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (batch.length > 1) {
        const middle = batch.length >> 1;
        await this.#sendSome(batch.slice(0, middle), keepalive);
        await this.#sendSome(batch.slice(middle), keepalive);
        return;
      }
    }
    for (const { key } of batch) this.#storage.removeItem(key);
  }

  #failed(error: unknown): void {
    // Signed out: they wait for the next sign-in, when a new outbox reads them.
    if (error instanceof CallError && error.status === 401) return;
    const wait = waitsMs[Math.min(this.#failures, waitsMs.length - 1)] ?? 0;
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, wait);
  }

  #read(): Waiting[] {
    return keysOf(this.#storage, this.#prefix)
      .flatMap((key) => {
        const event = parse(this.#storage.getItem(key));
        return event ? [{ key, event }] : [];
      })
      .sort((a, b) => (a.event.at < b.event.at ? -1 : 1));
  }

  #keep(id: string, text: string): void {
    if (this.size >= mostKept) this.#thinOut();
    try {
      this.#storage.setItem(this.#prefix + id, text);
    } catch {
      this.#thinOut();
      try {
        this.#storage.setItem(this.#prefix + id, text);
      } catch {
        // No room at all: the place on the screen goes on, and the next one that finds room is kept.
      }
    }
  }

  #thinOut(): void {
    const left = new Map<unknown, string>();
    for (const { key, event } of this.#read()) {
      const older = left.get(event.bookId);
      if (older !== undefined) this.#storage.removeItem(older);
      left.set(event.bookId, key);
    }
  }
}

interface Waiting {
  readonly key: string;
  readonly event: { readonly at: string; readonly bookId?: unknown };
}

/** Takes away all that waits for an account, as when it signs out of this device. */
export function clearOutbox(userId: UserId, storage: Storage): void {
  for (const key of keysOf(storage, prefixOf(userId))) storage.removeItem(key);
}

async function sendBatch(events: readonly unknown[], options: { readonly keepalive: boolean }) {
  await call(positionsContract.savePositions, { body: { events: [...events], sentAt: new Date() } }, options);
}

const prefixOf = (userId: UserId) => `maktaba.place.${userId}.`;

const keysOf = (storage: Storage, prefix: string) =>
  Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "").filter((key) =>
    key.startsWith(prefix),
  );

/** The server understood and will never take it: anything else is tried again. */
const isRefusal = (error: unknown) =>
  error instanceof CallError && [400, 413, 415, 422].includes(error.status);

function parse(text: string | null): Waiting["event"] | null {
  try {
    const event: unknown = JSON.parse(text ?? "");
    return typeof event === "object" && event !== null && "at" in event && typeof event.at === "string"
      ? { ...event, at: event.at }
      : null;
  } catch {
    return null;
  }
}
