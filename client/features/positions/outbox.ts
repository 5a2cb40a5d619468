import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { maxEventsPerRequest, positionsContract } from "#shared/positions/contract.ts";
import { clearOutbox, Outbox, type QueuedItem, type Send } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";

const maxStored = 2_000;

export const createPositionOutbox = (
  userId: UserId,
  storage: Storage,
  send: Send = createSender(userId),
): Outbox =>
  new Outbox({
    storage,
    send,
    maxItems: maxStored,
    timeField: "at",
    selectEvictable: selectOutdated,
    prefix: getOutboxPrefix(userId),
    maxBatchSize: maxEventsPerRequest,
  });

/** Removes all unsent events of an account, for example after signing out. */
export const clearPositions = (userId: UserId, storage: Storage): void =>
  clearOutbox(storage, getOutboxPrefix(userId));

const createSender =
  (reader: UserId): Send =>
  async (events, options) => {
    const body = { events: [...events], sentAt: new Date(), reader };
    await call(positionsContract.savePositions, { body }, { ...options, headers: tabHeaders });
  };

export const getOutboxPrefix = (userId: UserId) => `maktaba.position.${userId}.`;

/** When storage is full, only the latest position of each book is kept. */
function selectOutdated(waiting: readonly QueuedItem[]): string[] {
  const latestKeys = new Map<unknown, string>();
  const evictable: string[] = [];
  for (const { key, item } of waiting) {
    const older = latestKeys.get(item.bookId);
    if (older !== undefined) evictable.push(older);
    latestKeys.set(item.bookId, key);
  }
  return evictable;
}
