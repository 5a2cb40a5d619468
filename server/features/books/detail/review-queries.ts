import { and, eq, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ReviewOrder } from "#shared/books/contract.ts";
import type { Database } from "#server/db/client.ts";
import { isUnseen } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { selectPublicUsername } from "#server/db/public-username.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { demoItems } from "#server/db/schema/books/demo-items.ts";
import { reviews, reviewVotes } from "#server/db/schema/books/reviews.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";

/** Reviews from before a book was marked as scripture are kept, and hidden. */
const isOfRatedBook = sql`exists (select from ${books} b where b.id = ${reviews.bookId} and b.kind <> 'scripture')`;

const isShown = (bookId: BookId) =>
  and(eq(reviews.bookId, bookId), eq(reviews.isHidden, false), sql`${reviews.text} <> ''`, isOfRatedBook);

interface Order {
  readonly value: SQL;
  readonly type: SQL;
  readonly direction: SQL;
  readonly operator: SQL;
}

const descending = { direction: sql`desc`, operator: sql`<` };
const stars = { value: sql`${reviews.halfStars}`, type: sql`smallint` };

/** Total orders, because they end with the id. */
const orders: Readonly<Record<ReviewOrder, Order>> = {
  helpful: { value: sql`${reviews.helpfulCount}`, type: sql`integer`, ...descending },
  newest: { value: sql`${reviews.createdAt}`, type: sql`timestamptz`, ...descending },
  highest: { ...stars, ...descending },
  lowest: { ...stars, direction: sql`asc`, operator: sql`>` },
};

const selectReviews = (db: Database, viewerId: UserId | null, sortValue: SQL) =>
  db
    .select({
      ...pick(reviews, "id", "bookId", "userId"),
      firstName: users.firstName,
      lastName: users.lastName,
      username: selectPublicUsername(),
      ...pick(reviews, "halfStars", "text", "hasSpoiler"),
      isSample: sql<boolean>`exists (select from ${demoItems} d where d.kind = 'user' and d.id = ${reviews.userId})`,
      helpfulCount: reviews.helpfulCount,
      isHelpful: sql<boolean>`${reviewVotes.userId} is not null`,
      createdAt: reviews.createdAt,
      editedAt: reviews.editedAt,
      sortValue: sql<string>`cast(${sortValue} as text)`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .leftJoin(
      reviewVotes,
      and(
        eq(reviewVotes.reviewId, reviews.id),
        viewerId === null ? sql`false` : eq(reviewVotes.userId, viewerId),
      ),
    );

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

/** Null when it has no text, was hidden, or its author is hidden from the viewer. */
export async function findReviewRow(
  db: Database,
  viewerId: UserId | null,
  id: string,
): Promise<ReviewRow | null> {
  const [row] = await selectReviews(db, viewerId, sql`''`).where(
    and(
      eq(reviews.id, id),
      eq(reviews.isHidden, false),
      sql`${reviews.text} <> ''`,
      isOfRatedBook,
      sql`not ${isUnseen(viewerId, reviews.userId)}`,
    ),
  );
  return row ?? null;
}

/** Ratings with up to 1, 2, 3, 4 and 5 stars. */
export async function countStars(db: Database, bookId: BookId): Promise<number[]> {
  const stars = sql<number>`((${reviews.halfStars} + 1) / 2)::int`;
  const rows = await db
    .select({ stars, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(and(eq(reviews.bookId, bookId), eq(reviews.isHidden, false), isOfRatedBook))
    .groupBy(stars);
  return [1, 2, 3, 4, 5].map((starCount) => rows.find((row) => row.stars === starCount)?.count ?? 0);
}

/** @returns the new count */
export async function setVote(
  tx: Database,
  reviewId: string,
  userId: UserId,
  isHelpful: boolean,
): Promise<number> {
  await tx.select({ id: reviews.id }).from(reviews).where(eq(reviews.id, reviewId)).for("no key update");
  if (isHelpful) await tx.insert(reviewVotes).values({ reviewId, userId }).onConflictDoNothing();
  else
    await tx
      .delete(reviewVotes)
      .where(and(eq(reviewVotes.reviewId, reviewId), eq(reviewVotes.userId, userId)));
  const votes = sql`(select count(*) from ${reviewVotes} where ${reviewVotes.reviewId} = ${reviewId})`;
  const [changed] = await tx
    .update(reviews)
    .set({ helpfulCount: votes })
    .where(eq(reviews.id, reviewId))
    .returning({ helpfulCount: reviews.helpfulCount });
  return changed?.helpfulCount ?? 0;
}

/** Reviews with a text; `sortValue` is the cursor's value. */
export function listReviewRows(
  db: Database,
  bookId: BookId,
  order: ReviewOrder,
  after: ListPosition | null,
  limit: number,
  viewerId: UserId | null,
) {
  const { value, type, direction, operator } = orders[order];
  return selectReviews(db, viewerId, value)
    .where(
      and(
        isShown(bookId),
        sql`not ${isUnseen(viewerId, reviews.userId)}`,
        after
          ? sql`(${value}, ${reviews.id}) ${operator} (cast(${after.value} as ${type}), ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${value} ${direction}, ${reviews.id} ${direction}`)
    .limit(limit);
}

export async function countReviews(db: Database, bookId: BookId): Promise<number> {
  return db.$count(reviews, isShown(bookId));
}
