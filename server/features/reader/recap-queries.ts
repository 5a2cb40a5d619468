import { and, eq, isNull, max } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { bookReach, readingSessions } from "#server/db/schema/reading/reading-activity.ts";

/** Null without a session of this book. */
export async function findLastSessionEnd(db: Database, userId: UserId, bookId: BookId): Promise<Date | null> {
  const [row] = await db
    .select({ endedAt: max(readingSessions.endedAt) })
    .from(readingSessions)
    .where(
      and(
        eq(readingSessions.userId, userId),
        eq(readingSessions.bookId, bookId),
        isNull(readingSessions.deletedAt),
      ),
    );
  return row?.endedAt ?? null;
}

/** Null before anything was measured. */
export async function findReach(db: Database, userId: UserId, bookId: BookId) {
  const [row] = await db
    .select(pick(bookReach, "textReach", "audioReach"))
    .from(bookReach)
    .where(and(eq(bookReach.userId, userId), eq(bookReach.bookId, bookId)))
    .limit(1);
  return row ?? null;
}
