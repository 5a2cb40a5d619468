import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import { queueContract } from "#shared/queue/contract.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { Outbox, type Send } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { QueueChange } from "./queue-change.ts";
import { getQueuePrefix } from "./unsent-queue.ts";

const maxWaiting = 500;
const all = "all";
let lastAt = 0;
let opened: { readonly userId: UserId; readonly outbox: Outbox; readonly stop: () => void } | null = null;

function getOutbox(userId: UserId): Outbox {
  if (opened?.userId === userId) return opened.outbox;
  opened?.stop();
  const outbox = new Outbox({
    storage: getDeviceStorage(),
    prefix: getQueuePrefix(userId),
    timeField: "at",
    maxBatchSize: 1,
    maxItems: maxWaiting,
    selectEvictable: (waiting) => waiting.slice(0, 1).map(({ key }) => key),
    send: sendChanges,
  });
  const flush = () => outbox.flush();
  window.addEventListener("online", flush);
  const removeTask = onBeforeSignOut(flush);
  const stop = () => {
    window.removeEventListener("online", flush);
    removeTask();
    outbox.close();
  };
  opened = { userId, outbox, stop };
  return outbox;
}

/** The changes that the account does not have yet, oldest first. */
export const listUnsentChanges = (userId: UserId): QueueChange[] => getOutbox(userId).list().flatMap(parse);

/** Stores a change and sends it. Resolves when the server was tried. */
export function sendQueueChange(userId: UserId, change: QueueChange): Promise<void> {
  const outbox = getOutbox(userId);
  if (change.kind === "replace") for (const each of outbox.list().flatMap(parse)) outbox.drop(getKey(each));
  outbox.store(getKey(change), { ...change, at: getNextTime().toISOString() });
  return outbox.flush();
}

export const flushQueue = (userId: UserId): Promise<void> => getOutbox(userId).flush();

function getKey(change: QueueChange): string {
  if (change.kind === "replace") return all;
  return change.kind === "save" ? change.book.id : change.bookId;
}

/** Later than the last change, so that changes keep their order. */
function getNextTime(): Date {
  lastAt = Math.max(Date.now(), lastAt + 1);
  return new Date(lastAt);
}

function parse(item: unknown): QueueChange[] {
  const { data } = QueueChange.safeParse(item);
  return data ? [data] : [];
}

const sendChanges: Send = async (items, { keepalive }) => {
  for (const change of items.flatMap(parse)) {
    try {
      await sendChange(change, { keepalive, headers: tabHeaders });
    } catch (error) {
      // The book is gone, or the queue is full: sending again does not help.
      if (!(error instanceof CallError && (error.status === 404 || error.status === 409))) throw error;
    }
  }
};

type Options = NonNullable<Parameters<typeof call>[2]>;

async function sendChange(change: QueueChange, options: Options): Promise<void> {
  if (change.kind === "replace") {
    const bookIds = change.books.map(({ id }) => id);
    await call(queueContract.replaceQueue, { body: { bookIds } }, options);
  } else if (change.kind === "delete") {
    await call(queueContract.deleteQueuedBook, { params: { bookId: change.bookId } }, options);
  } else {
    const { book, position } = change;
    const body = position === undefined ? {} : { position };
    await call(queueContract.saveQueuedBook, { params: { bookId: book.id }, body }, options);
  }
}
