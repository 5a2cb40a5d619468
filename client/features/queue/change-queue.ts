import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { queueContract } from "#shared/queue/contract.ts";
import { maxQueuedBooks, type QueuedBook } from "#shared/queue/queue.ts";
import { invalidateTopics, query } from "#client/lib/api/query.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { applyQueueChange, type QueueChange } from "./queue-change.ts";
import { listUnsentChanges, sendQueueChange } from "./queue-outbox.ts";

const queueQuery = query(queueContract.getQueue, {});

/** Shows a change at once, also without a connection, and sends it. */
export async function changeQueue(client: QueryClient, userId: UserId, change: QueueChange): Promise<void> {
  await client.cancelQueries({ queryKey: queueQuery.queryKey });
  client.setQueryData(queueQuery.queryKey, (shown) => ({
    books: applyQueueChange(shown?.books ?? [], change),
  }));
  await sendQueueChange(userId, change);
  await invalidateTopics(client, ["queue"]);
}

/** The queue with the changes of this device. @throws {CallError} when it was never loaded and is not reached */
export async function loadQueue(client: QueryClient, userId: UserId): Promise<QueuedBook[]> {
  const { books } = await client.fetchQuery({ ...queueQuery, staleTime: 0 });
  return withUnsent(userId, books);
}

export const withUnsent = (userId: UserId, books: readonly QueuedBook[]): QueuedBook[] =>
  listUnsentChanges(userId).reduce(applyQueueChange, [...books]);

/**
 * Adds a book and says so.
 *
 * @param place "next" before all others
 */
export async function addToQueue(
  client: QueryClient,
  userId: UserId,
  book: QueuedBook,
  place: "next" | "end",
): Promise<void> {
  await loadMessages("queue");
  const books = await loadQueue(client, userId).catch(() => withUnsent(userId, []));
  const previous = books.findIndex(({ id }) => id === book.id);
  if (previous < 0 && books.length >= maxQueuedBooks) {
    toast({ tone: "destructive", title: t("queue.full", { max: maxQueuedBooks }) });
    return;
  }
  const { id, title, author, coverImageUrl } = book;
  const queued = { id, title, author, coverImageUrl };
  const change = (next: QueueChange) => void changeQueue(client, userId, next);
  change({ kind: "save", book: queued, ...(place === "next" && { position: 0 }) });
  toast({
    title: t(place === "next" ? "queue.playsNext" : "queue.added", { title }),
    action: {
      label: t("common.undo"),
      onSelect: () =>
        change(
          previous < 0 ? { kind: "delete", bookId: id } : { kind: "save", book: queued, position: previous },
        ),
    },
  });
}
