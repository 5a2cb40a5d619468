import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { queueContract } from "#shared/queue/contract.ts";
import type { QueuedBook } from "#shared/queue/queue.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { changeQueue, withUnsent } from "./change-queue.ts";
import type { QueueChange } from "./queue-change.ts";
import { flushQueue } from "./queue-outbox.ts";

interface Queue {
  /** Empty for guests. */
  readonly books: readonly QueuedBook[];
  /** Null for guests. */
  readonly userId: UserId | null;
  readonly isLoading: boolean;
  /** Adds a book, or moves it: a position from 0 among the other books. */
  readonly move: (book: QueuedBook, position: number) => void;
  readonly remove: (bookId: BookId) => void;
  readonly replace: (books: readonly QueuedBook[]) => void;
}

/** The books that the user hears next. */
export function useQueue(): Queue {
  const client = useQueryClient();
  const userId = useUser()?.id ?? null;
  const { data, isLoading } = useQuery({ ...query(queueContract.getQueue, {}), enabled: userId !== null });
  useEffect(() => {
    if (userId) void flushQueue(userId);
  }, [userId]);
  const change = (next: QueueChange) => userId && void changeQueue(client, userId, next);
  return {
    books: userId ? withUnsent(userId, data?.books ?? []) : [],
    userId,
    isLoading,
    move: (book, position) => change({ kind: "save", book, position }),
    remove: (bookId) => change({ kind: "delete", bookId }),
    replace: (books) => change({ kind: "replace", books: [...books] }),
  };
}
