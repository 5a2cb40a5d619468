import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { placeInQueue, QueuedBook } from "#shared/queue/queue.ts";

/** A change of the queue, as it waits on the device. */
export const QueueChange = z.union([
  z.object({ kind: z.literal("save"), book: QueuedBook, position: z.optional(z.number()) }),
  z.object({ kind: z.literal("delete"), bookId: BookId }),
  z.object({ kind: z.literal("replace"), books: z.array(QueuedBook) }),
]);
export type QueueChange = z.infer<typeof QueueChange>;

const isSame = (a: QueuedBook, b: QueuedBook) => a.id === b.id;

export function applyQueueChange(books: readonly QueuedBook[], change: QueueChange): QueuedBook[] {
  if (change.kind === "replace") return change.books;
  if (change.kind === "delete") return books.filter(({ id }) => id !== change.bookId);
  const { book, position } = change;
  return placeInQueue(books, book, { ...(position !== undefined && { position }), isSame });
}
