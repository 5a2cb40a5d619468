import { and, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { prepareQuery } from "#server/db/prepared-statements.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { currentPositions as positions } from "#server/db/schema/reading/positions.ts";

export interface Rating {
  readonly halfStars: number;
  readonly text: string | undefined;
  readonly hasSpoiler: boolean | undefined;
}

/** Null when there is no such book. */
export async function findRatedBook(db: Database, userId: UserId, bookId: BookId) {
  const contributions = db
    .select({ one: sql`1` })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(and(eq(bookContributors.bookId, bookId), eq(contributors.userId, userId)));
  const [row] = await db
    .select({
      kind: books.kind,
      isOwn: sql<boolean>`coalesce(${books.ownerId} = ${userId}, false) or exists ${contributions}`,
    })
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

const readerOfBook = prepareQuery((db) => {
  const [userId, bookId] = [sql.placeholder("userId"), sql.placeholder("bookId")];
  const contributions = db
    .select({ one: sql`1` })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(and(eq(bookContributors.bookId, bookId), eq(contributors.userId, userId)));
  return db
    .select({
      ...pick(entries, "status", "addedAt", "updatedAt"),
      locator: positions.locator,
      duration: books.duration,
      ...pick(reviews, "halfStars", "text", "hasSpoiler"),
      hiddenReason: sql<string | null>`case when ${reviews.isHidden} then ${reviews.hiddenReason} end`,
      isOwn: sql<boolean>`coalesce(${books.ownerId} = ${userId}, false) or exists ${contributions}`,
    })
    .from(books)
    .leftJoin(entries, and(eq(entries.userId, userId), eq(entries.bookId, books.id)))
    .leftJoin(positions, and(eq(positions.userId, userId), eq(positions.bookId, books.id)))
    .leftJoin(reviews, and(eq(reviews.userId, userId), eq(reviews.bookId, books.id)))
    .where(eq(books.id, bookId))
    .prepare("reader_of_book");
});

/** The library entry, position and review of one reader; null when there is no such book. */
export async function findReaderOfBook(db: Database, userId: UserId, bookId: BookId) {
  const [row] = await readerOfBook(db).execute({ userId, bookId });
  return row ?? null;
}

/** Locks the book, so that each rating counts those before it. */
export async function lockBook(db: Database, bookId: BookId): Promise<void> {
  await db.select({ id: books.id }).from(books).where(eq(books.id, bookId)).for("no key update");
}

/** Whether a reader has written about a book. */
export async function hasReviewText(db: Database, userId: UserId, bookId: BookId): Promise<boolean> {
  const [row] = await db
    .select({ text: reviews.text })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.bookId, bookId)));
  return (row?.text ?? "") !== "";
}

/**
 * Stores a reader's rating of a book.
 *
 * @param unmarkedSince a review written before is marked as edited when its text changes
 * @returns its id; null when staff hid it
 */
export async function upsertRating(
  db: Database,
  userId: UserId,
  bookId: BookId,
  { halfStars, text, hasSpoiler }: Rating,
  now: Date,
  unmarkedSince: Date,
): Promise<string | null> {
  const [stored] = await db
    .insert(reviews)
    .values({
      userId,
      bookId,
      halfStars,
      text: text ?? "",
      hasSpoiler: hasSpoiler ?? false,
      createdAt: now,
    })
    .onConflictDoUpdate({
      target: [reviews.bookId, reviews.userId],
      set: {
        halfStars,
        ratedAt: now,
        ...(text !== undefined && {
          text,
          editedAt: sql`case when ${reviews.text} not in ('', ${text}) and ${reviews.createdAt} < ${unmarkedSince.toISOString()}::timestamptz
            then ${now.toISOString()}::timestamptz else ${reviews.editedAt} end`,
        }),
        ...(hasSpoiler !== undefined && { hasSpoiler }),
      },
      setWhere: eq(reviews.isHidden, false),
    })
    .returning({ id: reviews.id });
  return stored?.id ?? null;
}

/**
 * Removes a reader's rating and review; one that staff hid loses its text and stays hidden.
 *
 * @param deletedAt what was rated, written or edited later stays; null for every review
 */
export async function deleteRatingRow(
  db: Database,
  userId: UserId,
  bookId: BookId,
  deletedAt: Date | null,
): Promise<void> {
  const isOlder =
    deletedAt &&
    sql`greatest(${reviews.createdAt}, ${reviews.editedAt}, ${reviews.ratedAt}) <= ${deletedAt.toISOString()}::timestamptz`;
  const ownRating = and(eq(reviews.userId, userId), eq(reviews.bookId, bookId), isOlder ?? undefined);
  await db.delete(reviews).where(and(ownRating, eq(reviews.isHidden, false)));
  await db.update(reviews).set({ text: "" }).where(ownRating);
}

export async function recomputeRatings(db: Database, bookId: BookId): Promise<void> {
  const visibleRatings = and(
    eq(reviews.bookId, bookId),
    eq(reviews.isHidden, false),
    sql`${books.kind} <> 'scripture'`,
  );
  await db
    .update(books)
    .set({
      ratingCount: sql`(select count(*)::int from ${reviews} where ${visibleRatings})`,
      averageRating: sql`(select avg(${reviews.halfStars}) / 2.0 from ${reviews} where ${visibleRatings})`,
    })
    .where(eq(books.id, bookId));
}

/** Null when there is no such review. */
export async function findReview(db: Database, id: string) {
  const [row] = await db
    .select(pick(reviews, "bookId", "userId", "text", "isHidden"))
    .from(reviews)
    .where(eq(reviews.id, id));
  return row ?? null;
}

export async function setReviewHidden(
  db: Database,
  id: string,
  isHidden: boolean,
  hiddenReason: string,
): Promise<void> {
  await db.update(reviews).set({ isHidden, hiddenReason }).where(eq(reviews.id, id));
}
