import { getShortName } from "#shared/accounts/short-name.ts";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { booksContract, Review } from "#shared/books/contract.ts";
import { getAccess } from "#server/features/books/service.ts";
import { addQuotations } from "#server/features/quotations/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { decodeListCursor, getListKey, toPage } from "#server/http/api/cursor.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import { parseReview } from "#server/rich-text/parse.ts";
import {
  countReviews,
  countStars,
  findReviewRow,
  listReviewRows,
  type ReviewRow,
  setVote,
} from "./review-queries.ts";

const defaultPage = 10;

function toReview(row: ReviewRow, user: User | null): Omit<Review, "content"> {
  const {
    firstName,
    lastName,
    username,
    halfStars,
    userId,
    bookId: _bookId,
    sortValue: _sortValue,
    ...review
  } = row;
  return {
    ...review,
    readerName: getShortName(firstName, lastName),
    readerUsername: user && username,
    stars: halfStars / 2,
    isMine: userId === user?.id,
  };
}

async function presentReviews(
  services: Pick<Context, "db">,
  user: User | null,
  rows: readonly ReviewRow[],
): Promise<Review[]> {
  const texts = rows.map(({ text, bookId }) => ({ content: parseReview(text), bookId }));
  const contents = await addQuotations(services, user, texts);
  return rows.map((row, n) => ({ ...toReview(row, user), content: contents[n] ?? [] }));
}

/**
 * A page of reviews.
 *
 * @throws {ProblemError} `not_found`; `invalid_input` for a cursor of another list
 */
export async function listReviews(
  context: GuestContext,
  {
    params: { bookId },
    query: { sortBy = "newest", limit = defaultPage, cursor },
  }: InputOf<typeof booksContract.listReviews>,
) {
  const { user } = context;
  await getAccess(context, user, bookId);
  const { db } = context;
  const key = getListKey(`reviews ${bookId} ${sortBy}`);
  const after = decodeListCursor(cursor, key);
  const [rows, total, starCounts] = await Promise.all([
    listReviewRows(db, bookId, sortBy, after, limit + 1, user?.id ?? null),
    countReviews(db, bookId),
    countStars(db, bookId),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [key, last.sortValue, last.id]);
  const reviews = await presentReviews(context, user, shown);
  return { reviews, total, starCounts, nextCursor };
}

/** @throws {ProblemError} `not_found` also when its book is hidden */
export async function getReview(
  context: GuestContext,
  { params: { reviewId } }: InputOf<typeof booksContract.getReview>,
): Promise<{ bookId: BookId; review: Review }> {
  const { user } = context;
  const row = await findReviewRow(context.db, user?.id ?? null, reviewId);
  if (!row) throw notFound("review");
  await getAccess(context, user, row.bookId);
  const [review] = await presentReviews(context, user, [row]);
  if (!review) throw notFound("review");
  return { bookId: row.bookId, review };
}

/** @throws {ProblemError} `not_found`; `forbidden` for the user's own */
export async function markHelpful(
  context: Context,
  { params: { reviewId }, body: { isHelpful } }: InputOf<typeof booksContract.markHelpful>,
): Promise<{ helpfulCount: number; isHelpful: boolean }> {
  const { review } = await getReview(context, { params: { reviewId } });
  if (review.isMine) throw forbidden();
  const helpfulCount = await context.db.transaction((tx) =>
    setVote(tx, reviewId, context.user.id, isHelpful),
  );
  return { helpfulCount, isHelpful };
}
