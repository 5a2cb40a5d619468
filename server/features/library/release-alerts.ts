import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { libraryContract } from "#shared/library/contract.ts";
import { getAccess } from "#server/features/books/service.ts";
import { notifyAll, notifyBatchSize } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  claimWatchers,
  deleteReleaseAlertRow,
  findPublished,
  insertReleaseAlert,
  listWatchedBooks,
  lockComingSoon,
} from "./release-alert-queries.ts";

const maxAlerts = 1_000;

/** The upcoming books that a reader subscribed to. */
export function listReleaseAlerts({ db, user }: Context): Promise<BookId[]> {
  return listWatchedBooks(db, user.id, maxAlerts);
}

/**
 * Subscribes to a coming-soon book's release. Idempotent.
 *
 * @throws {ProblemError} `not_found`; `conflict` when it has been released
 */
export async function saveReleaseAlert(
  context: Context,
  { params: { bookId } }: InputOf<typeof libraryContract.saveReleaseAlert>,
): Promise<void> {
  await getAccess(context, context.user, bookId);
  await context.db.transaction(async (tx) => {
    if (!(await lockComingSoon(tx, bookId))) throw conflict("book_already_released");
    await insertReleaseAlert(tx, context.user.id, bookId, context.clock());
  });
}

export async function deleteReleaseAlert(
  { db, user }: Context,
  { params: { bookId } }: InputOf<typeof libraryContract.deleteReleaseAlert>,
): Promise<void> {
  await deleteReleaseAlertRow(db, user.id, bookId);
}

/** Notifies all subscribers of a released book, once. */
export async function notifyWatchers(
  services: Pick<Services, "db" | "clock" | "live" | "settings" | "jobs">,
  bookId: BookId,
): Promise<void> {
  const book = await findPublished(services.db, bookId);
  if (!book) return;
  const notification = {
    type: "new_book" as const,
    params: { bookId, book: book.title },
    key: `book:${bookId}:published`,
  };
  for (let batchCount = notifyBatchSize; batchCount === notifyBatchSize; ) {
    batchCount = await services.db.transaction(async (tx) => {
      const waiting = await claimWatchers(tx, bookId, notifyBatchSize);
      await notifyAll(services, waiting, notification, tx);
      return waiting.length;
    });
  }
}
