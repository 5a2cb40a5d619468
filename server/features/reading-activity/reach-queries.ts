import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import {
  bookReach,
  readingDays as days,
  readingSessions as sessions,
} from "#server/db/schema/reading/reading-activity.ts";
import { maxDelayMs } from "./day-queries.ts";

/** 0 when nothing was covered. */
export async function findCoverage(db: Database, userId: UserId, bookId: BookId): Promise<number> {
  const [row] = await db
    .select({ coverage: bookReach.coverage })
    .from(bookReach)
    .where(and(eq(bookReach.userId, userId), eq(bookReach.bookId, bookId)));
  return row?.coverage ?? 0;
}

export async function upsertReach(
  db: Database,
  rows: readonly (typeof bookReach.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(bookReach)
    .values([...rows])
    .onConflictDoUpdate({
      target: [bookReach.userId, bookReach.bookId],
      set: {
        coverage: sql`excluded.coverage`,
        textReach: sql`excluded.text_reach`,
        audioReach: sql`excluded.audio_reach`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}

export function listReachSessions(db: Database, userId: UserId, bookIds: readonly BookId[]) {
  const delay = sql`${sessions.receivedAt} - ${`${maxDelayMs} milliseconds`}::interval`;
  return db
    .select({
      bookId: sessions.bookId,
      kind: sessions.kind,
      from: sql<number>`${sessions.fromFraction}`,
      to: sql<number>`${sessions.toFraction}`,
      ms: sql<number>`extract(epoch from ${sessions.endedAt} - ${sessions.startedAt})::float8 * 1000`,
      words: sessions.words,
      pages: sessions.pages,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        inArray(sessions.bookId, [...bookIds]),
        isNull(sessions.deletedAt),
        eq(sessions.isManual, false),
        sql`${sessions.toFraction} > ${sessions.fromFraction}`,
        sql`${sessions.startedAt} >= greatest(${users.createdAt}, ${delay})`,
      ),
    );
}

export async function listBookSizes(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: books.id,
      audioMs: sql<number>`coalesce(${books.duration}, 0) * 1000`,
      words: sql<number>`coalesce(${ebooks.wordCount}, 0)`,
      pages: sql<number>`coalesce(${ebooks.pageCount}, 0)`,
    })
    .from(books)
    .leftJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(inArray(books.id, [...bookIds]));
}

export function sumPublicActivity(db: Database, userId: UserId, bookIds: readonly BookId[]) {
  return db
    .select({
      bookId: days.bookId,
      listenedMs: sql<number>`coalesce(sum(${days.publicMs}) filter (where ${days.kind} in ('listening', 'readAlong')), 0)::float8`,
      words: sql<number>`sum(${days.publicWords})::float8`,
      pages: sql<number>`sum(${days.publicPages})::float8`,
    })
    .from(days)
    .where(and(eq(days.userId, userId), inArray(days.bookId, [...bookIds])))
    .groupBy(days.bookId);
}
