import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { ReplyOf } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { marksContract, maxChangesPerRequest } from "#shared/marks/contract.ts";
import { MarkChange } from "#shared/marks/mark.ts";
import { Outbox } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { getMarkPrefix } from "./unsent-marks.ts";

const maxWaiting = 5_000;

export type SavedMarks = ReplyOf<typeof marksContract.saveMarks>;

/** Sends the changes of a reader's marks once each, also after a lost connection or a reload. */
export class MarkOutbox {
  readonly #outbox: Outbox;
  #parsed = new Map<unknown, MarkChange>();
  readonly #listeners = new Set<(saved: SavedMarks) => void>();

  constructor(userId: UserId, storage: Storage) {
    this.#outbox = new Outbox({
      storage,
      prefix: getMarkPrefix(userId),
      timeField: "at",
      maxBatchSize: maxChangesPerRequest,
      maxItems: maxWaiting,
      // A change is never given up for another one.
      selectEvictable: () => [],
      send: async (changes, options) => {
        const body = { changes: [...changes], sentAt: new Date(), reader: userId };
        const saved = await call(marksContract.saveMarks, { body }, { ...options, headers: tabHeaders });
        for (const listener of this.#listeners) listener(saved);
      },
    });
  }

  put(changes: readonly MarkChange[]): void {
    for (const change of changes) this.#outbox.store(change.id, z.encode(MarkChange, change));
    this.#outbox.send();
  }

  /** The changes that the server does not have yet, oldest first. */
  list(): MarkChange[] {
    const known = this.#parsed;
    this.#parsed = new Map();
    return this.#outbox.list().flatMap((item) => {
      // A change is never changed itself.
      const change = known.get(item["id"]) ?? MarkChange.safeParse(item).data;
      if (change) this.#parsed.set(change.id, change);
      return change ?? [];
    });
  }

  /** @returns a function that stops */
  onSaved(listener: (saved: SavedMarks) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async flush(options?: { readonly keepalive: boolean }): Promise<void> {
    await this.#outbox.flush(options);
  }

  close(): void {
    this.#outbox.close();
  }
}
