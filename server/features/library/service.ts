import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { type BookId, isScripture } from "#shared/books/book.ts";
import { unmarkedEditMs } from "#shared/community/discussion.ts";
import { libraryContract } from "#shared/library/contract.ts";
import type { LibraryEntry, LibraryStatus, MyEntry, MyReview } from "#shared/library/entry.ts";
import { LibraryStatus as Statuses } from "#shared/library/entry.ts";
import { getPercent, getPositionFormat, isAtEnd } from "#shared/positions/format.ts";
import { getAccess, listVisibleBooks, toPrefixQuery } from "#server/features/books/service.ts";
import { emitWebhookEvent } from "#server/features/webhooks/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { decodeListCursor, getListKey, toPage } from "#server/http/api/cursor.ts";
import { addNextLink } from "#server/http/api/link-header.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import {
  countEntries,
  deleteEntryRow,
  type EntryRow,
  findEntry,
  insertEntries,
  listEntries,
  upsertEntry,
} from "./queries.ts";
import {
  deleteRatingRow,
  findRatedBook,
  findReaderOfBook,
  findReview,
  hasReviewText,
  lockBook,
  recomputeRatings,
  setReviewHidden,
  upsertRating,
} from "./rating-queries.ts";

export { findReview, recomputeRatings as updateRatings };

/** Event: a reader finished a book. */
export const bookFinished = {
  name: "library.book-finished",
  queue: "soon",
  payload: z.strictObject({ userId: UserId }),
} satisfies JobEvent;

const defaultPageSize = 100;

type ListInput = InputOf<typeof libraryContract.listLibrary>;

/**
 * A page of a reader's library without hidden books.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function listLibrary(context: HttpContext, { query }: ListInput): Promise<LibraryEntry[]> {
  const { entries, nextCursor } = await listLibraryPage(context, query);
  addNextLink(context.res, libraryContract.listLibrary, query, nextCursor);
  return entries;
}

/**
 * `listLibrary` with the cursor of the next page; null on the last.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function listLibraryPage(
  context: Pick<Context, "db" | "user">,
  query: ListInput["query"],
): Promise<{ readonly entries: LibraryEntry[]; readonly nextCursor: string | null }> {
  const { user } = context;
  const { limit = defaultPageSize, cursor, status, format, search, sort = "recent" } = query;
  const key = getListKey(`library ${user.id} ${JSON.stringify([status, format, search, sort])}`);
  const after = decodeListCursor(cursor, key);
  const searchQuery = search === undefined ? null : toPrefixQuery(search);
  if (searchQuery === "") return { entries: [], nextCursor: null };
  const filter = { status, format, searchQuery };
  const rows = await listEntries(context.db, user, filter, { sort, after, limit: limit + 1 });
  const { shown, nextCursor } = toPage(rows, limit, (last) => [key, last.sortValue, last.bookId]);
  const books = await listVisibleBooks(
    context,
    user,
    shown.map(({ bookId }) => bookId),
  );
  const booksById = new Map(books.map((book) => [book.id, book]));
  const entries = shown.flatMap((row) => {
    const book = booksById.get(row.bookId);
    return book ? [{ ...toMyEntry(row), book }] : [];
  });
  return { entries, nextCursor };
}

export async function getLibraryCounts({ db, user }: Context) {
  const counted = new Map((await countEntries(db, user)).map(({ status, count }) => [status, count]));
  const byStatus = Object.fromEntries(
    Statuses.options.map((status) => [status, counted.get(status) ?? 0]),
  ) as Record<LibraryStatus, number>;
  return { total: Object.values(byStatus).reduce((total, count) => total + count, 0), byStatus };
}

/** A reader's entry; null when the book is not in the library. */
export async function findMyEntry(
  { db }: Pick<Services, "db">,
  userId: UserId,
  bookId: BookId,
): Promise<MyEntry | null> {
  const row = await findEntry(db, userId, bookId);
  return row && toMyEntry(row);
}

/**
 * The part of a book's details that is about one reader; `isOwn` is true for its owner and its contributors.
 */
export async function findMyBook(
  { db }: Pick<Services, "db">,
  userId: UserId,
  bookId: BookId,
): Promise<{ entry: MyEntry | null; review: MyReview | null; isOwn: boolean }> {
  const row = await findReaderOfBook(db, userId, bookId);
  if (!row) return { entry: null, review: null, isOwn: false };
  const { halfStars, text, hasSpoiler, hiddenReason, isOwn, status, addedAt, updatedAt } = row;
  const hasEntry = status !== null && addedAt !== null && updatedAt !== null;
  const hasReview = halfStars !== null && text !== null && hasSpoiler !== null;
  return {
    entry: hasEntry ? toMyEntry({ ...row, status, addedAt, updatedAt }) : null,
    review: hasReview ? { stars: halfStars / 2, text, hasSpoiler, hiddenReason } : null,
    isOwn,
  };
}

/**
 * Adds a book to the library, or changes its status. A change that a device made before the last one is ignored.
 *
 * @throws {ProblemError} `not_found` for hidden books
 */
export async function saveEntry(
  context: Context,
  { params: { bookId }, body: { status, age = 0 } }: InputOf<typeof libraryContract.saveEntry>,
): Promise<MyEntry> {
  const { db, clock, jobs, user } = context;
  const access = await getAccess(context, user, bookId);
  if (status === "finished" && access.needs === "release") throw conflict("book_not_released");
  await db.transaction(async (tx) => {
    const changedAt = new Date(clock().getTime() - age);
    const isChanged = await upsertEntry(tx, user.id, bookId, status, changedAt, age > 0);
    if (status === "finished" && isChanged) await jobs.add(bookFinished, { userId: user.id }, { db: tx });
  });
  const entry = await findMyEntry(context, user.id, bookId);
  if (!entry) throw notFound("entry");
  return entry;
}

/**
 * Adds imported books to the library without a finished date, so that imports never count for champions.
 *
 * @returns the number of new entries
 */
export function addEntries(
  db: Services["db"],
  userId: UserId,
  added: readonly { readonly bookId: BookId; readonly status: LibraryStatus }[],
  now: Date,
): Promise<number> {
  return insertEntries(db, userId, added, now);
}

/** Removes a book from the library, unless it was changed after the removal. Idempotent. */
export const deleteEntry = (
  { db, clock, user }: Context,
  { params: { bookId }, query: { age = 0 } }: InputOf<typeof libraryContract.deleteEntry>,
): Promise<void> => deleteEntryRow(db, user.id, bookId, age > 0 ? new Date(clock().getTime() - age) : null);

const endedStatuses: ReadonlySet<LibraryStatus> = new Set(["finished", "did-not-finish"]);

type MyEntryRow = Pick<EntryRow, "status" | "addedAt" | "updatedAt" | "locator" | "duration" | "halfStars">;

function toMyEntry({ status, addedAt, updatedAt, locator, duration, halfStars }: MyEntryRow): MyEntry {
  return {
    status,
    progress: getPercent(locator?.fraction ?? 0),
    lastFormat: locator && getPositionFormat(locator),
    rating: halfStars === null ? null : halfStars / 2,
    proposesFinished: locator !== null && !endedStatuses.has(status) && isAtEnd(locator, duration),
    addedAt,
    updatedAt,
  };
}

/**
 * Rates a book and updates its average.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for the user's own book, for scripture and before release; `conflict` when staff hid it
 */
export async function saveRating(
  context: Context,
  { params: { bookId }, body: input }: InputOf<typeof libraryContract.saveRating>,
): Promise<void> {
  const { db, clock, user } = context;
  const access = await getAccess(context, user, bookId);
  if (access.needs === "release") throw forbidden("book_not_released");
  const book = await findRatedBook(db, user.id, bookId);
  if (!book) throw notFound("book");
  if (isScripture(book)) throw forbidden("scripture_not_rated");
  if (book.isOwn) throw forbidden("own_book_rating");
  const rating = { halfStars: input.stars * 2, text: input.text, hasSpoiler: input.hasSpoiler };
  await db.transaction(async (tx) => {
    await lockBook(tx, bookId);
    const now = clock();
    const unmarkedSince = new Date(now.getTime() - unmarkedEditMs);
    const isNewReview = (input.text ?? "") !== "" && !(await hasReviewText(tx, user.id, bookId));
    const reviewId = await upsertRating(tx, user.id, bookId, rating, now, unmarkedSince);
    if (reviewId === null) throw conflict("review_hidden");
    await recomputeRatings(tx, bookId);
    if (isNewReview) await emitWebhookEvent(context, "review.created", { reviewId, bookId }, tx);
  });
}

/** Deletes a rating and its review, unless either was changed after the deletion. Idempotent. */
export async function deleteRating(
  { db, clock, user }: Context,
  { params: { bookId }, query: { age = 0 } }: InputOf<typeof libraryContract.deleteRating>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockBook(tx, bookId);
    await deleteRatingRow(tx, user.id, bookId, age > 0 ? new Date(clock().getTime() - age) : null);
    await recomputeRatings(tx, bookId);
  });
}

/** Hides a review from everyone or shows it again; the book's average follows. */
export async function hideReview(
  services: Pick<Services, "db">,
  id: string,
  isHidden: boolean,
  reason = "",
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const review = await findReview(tx, id);
    if (!review) throw notFound("review");
    await lockBook(tx, review.bookId);
    await setReviewHidden(tx, id, isHidden, reason);
    await recomputeRatings(tx, review.bookId);
  });
}
