import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { queueContract } from "#shared/queue/contract.ts";
import { maxQueuedBooks, placeInQueue, type QueuedBook } from "#shared/queue/queue.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import { deleteQueuedId, listQueuedIds, lockQueue, replaceQueuedIds } from "./queries.ts";

/** Books that the user can no longer see or hear are left out. */
export async function getQueue(context: Context): Promise<{ books: QueuedBook[] }> {
  const bookIds = await listQueuedIds(context.db, context.user.id);
  return { books: await listQueueable(context, bookIds) };
}

export async function replaceQueue(
  context: Context,
  { body }: InputOf<typeof queueContract.replaceQueue>,
): Promise<void> {
  const books = await listQueueable(context, [...new Set(body.bookIds)]);
  await context.db.transaction(async (tx) => {
    await lockQueue(tx, context.user.id);
    await replaceQueuedIds(
      tx,
      context.user.id,
      books.map(({ id }) => id),
    );
  });
}

/** @throws {ProblemError} `not_found` without an audiobook that the user can see; `conflict` for a full queue */
export async function saveQueuedBook(
  context: Context,
  { params: { bookId }, body: { position } }: InputOf<typeof queueContract.saveQueuedBook>,
): Promise<void> {
  const { db, user } = context;
  const [book] = await listQueueable(context, [bookId]);
  if (!book) throw notFound("audiobook");
  await db.transaction(async (tx) => {
    await lockQueue(tx, user.id);
    const stored = await listQueuedIds(tx, user.id);
    const visible = new Set((await listQueueable({ ...context, db: tx }, stored)).map(({ id }) => id));
    const bookIds = placeInQueue(
      stored.filter((id) => visible.has(id)),
      bookId,
      { ...(position !== undefined && { position }), isSame: (a, b) => a === b },
    );
    if (bookIds.length > maxQueuedBooks) throw conflict({ code: "queue_full", max: maxQueuedBooks });
    await replaceQueuedIds(tx, user.id, bookIds);
  });
}

/** Idempotent. */
export async function deleteQueuedBook(
  { db, user }: Context,
  { params: { bookId } }: InputOf<typeof queueContract.deleteQueuedBook>,
): Promise<void> {
  await deleteQueuedId(db, user.id, bookId);
}

/** The published audiobooks among these that the user can see, in the same order. */
async function listQueueable(context: Context, bookIds: readonly BookId[]): Promise<QueuedBook[]> {
  const books = await listVisibleBooks(context, context.user, bookIds);
  const byId = new Map(books.map((book) => [book.id, book]));
  return bookIds.flatMap((bookId) => {
    const book = byId.get(bookId);
    if (!book?.hasAudiobook || book.isComingSoon) return [];
    const { id, title, author, coverImageUrl } = book;
    return [{ id, title, author, coverImageUrl }];
  });
}
