import { and, eq, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ReviewOrder } from "#shared/books/contract.ts";
import type { Database } from "#server/db/client.ts";
import { isUnseen } from "#server/db/person.ts";
import { publicUsername } from "#server/db/public-username.ts";
import { users } from "#server/db/schema/accounts.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import type { After } from "#server/features/books/lists/cursor.ts";

const isShown = (bookId: BookId) =>
  and(eq(reviews.bookId, bookId), eq(reviews.isHidden, false), sql`${reviews.text} <> ''`);

interface Order {
  readonly value: SQL;
  readonly type: SQL;
  readonly direction: SQL;
  readonly beyond: SQL;
}

const falling = { direction: sql`desc`, beyond: sql`<` };
const stars = { value: sql`${reviews.halfStars}`, type: sql`smallint` };

/** Total orders, because they end with the id. */
const orders: Readonly<Record<ReviewOrder, Order>> = {
  newest: { value: sql`${reviews.createdAt}`, type: sql`timestamptz`, ...falling },
  highest: { ...stars, ...falling },
  lowest: { ...stars, direction: sql`asc`, beyond: sql`>` },
};

/** Reviews with a text; `sortValue` is the cursor's value. */
export function listReviewRows(
  db: Database,
  bookId: BookId,
  order: ReviewOrder,
  after: After | null,
  limit: number,
  viewerId: UserId | null,
) {
  const { value, type, direction, beyond } = orders[order];
  return db
    .select({
      id: reviews.id,
      userId: reviews.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      username: publicUsername(),
      halfStars: reviews.halfStars,
      text: reviews.text,
      hasSpoiler: reviews.hasSpoiler,
      createdAt: reviews.createdAt,
      sortValue: sql<string>`cast(${value} as text)`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(
      and(
        isShown(bookId),
        sql`not ${isUnseen(viewerId, reviews.userId)}`,
        after
          ? sql`(${value}, ${reviews.id}) ${beyond} (cast(${after.value} as ${type}), ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${value} ${direction}, ${reviews.id} ${direction}`)
    .limit(limit);
}

export async function countReviews(db: Database, bookId: BookId): Promise<number> {
  return db.$count(reviews, isShown(bookId));
}
