import { and, desc, eq, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books.ts";
import { libraryEntries as entries } from "#server/db/schema/library.ts";
import { currentPositions as positions } from "#server/db/schema/positions.ts";
import { reviews } from "#server/db/schema/reviews.ts";
import { filterVisible } from "#server/features/books/service.ts";

export interface After {
  /** Microseconds since 1970, as precise as the database, so that no entry is skipped. */
  readonly touched: string;
  readonly bookId: BookId;
}

const entryColumns = {
  bookId: entries.bookId,
  status: entries.status,
  addedAt: entries.addedAt,
  updatedAt: entries.updatedAt,
  touched: sql<string>`(extract(epoch from ${entries.updatedAt}) * 1000000)::bigint::text`,
  place: positions.place,
  duration: books.duration,
  halfStars: reviews.halfStars,
};

const select = (db: Database) =>
  db
    .select(entryColumns)
    .from(entries)
    .innerJoin(books, eq(books.id, entries.bookId))
    .leftJoin(positions, and(eq(positions.userId, entries.userId), eq(positions.bookId, entries.bookId)))
    .leftJoin(reviews, and(eq(reviews.userId, entries.userId), eq(reviews.bookId, entries.bookId)));

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** A page of a reader's library, most recently changed first, without hidden books. */
export function listEntries(
  db: Database,
  user: User,
  { status, after, limit }: { status: LibraryStatus | undefined; after: After | null; limit: number },
) {
  const beyond =
    after &&
    sql`(${entries.updatedAt}, ${entries.bookId}) <
      (timestamptz 'epoch' + ${after.touched}::bigint * interval '1 microsecond', ${after.bookId}::uuid)`;
  return select(db)
    .where(
      and(
        eq(entries.userId, user.id),
        filterVisible(user),
        status === undefined ? undefined : eq(entries.status, status),
        beyond ?? undefined,
      ),
    )
    .orderBy(desc(entries.updatedAt), desc(entries.bookId))
    .limit(limit);
}

/** A reader's entry for a book; null when it is not in the library. */
export async function findEntry(db: Database, userId: UserId, bookId: BookId): Promise<EntryRow | null> {
  const [found] = await select(db).where(and(eq(entries.userId, userId), eq(entries.bookId, bookId)));
  return found ?? null;
}

export function countEntries(db: Database, user: User) {
  return db
    .select({ status: entries.status, count: sql<number>`count(*)::int` })
    .from(entries)
    .innerJoin(books, eq(books.id, entries.bookId))
    .where(and(eq(entries.userId, user.id), filterVisible(user)))
    .groupBy(entries.status)
    .limit(10);
}

/** Adds a book to a library, or changes its status. */
export async function upsertEntry(
  db: Database,
  userId: UserId,
  bookId: BookId,
  status: LibraryStatus,
  now: Date,
): Promise<void> {
  const startedAt = status === "currently-reading" || status === "finished" ? now : null;
  const finishedAt = status === "finished" ? now : null;
  await db
    .insert(entries)
    .values({ userId, bookId, status, addedAt: now, updatedAt: now, startedAt, finishedAt })
    .onConflictDoUpdate({
      target: [entries.userId, entries.bookId],
      set: {
        status,
        updatedAt: now,
        startedAt: sql`coalesce(${entries.startedAt}, excluded.started_at)`,
        finishedAt: sql`case when excluded.finished_at is null then null else coalesce(${entries.finishedAt}, excluded.finished_at) end`,
      },
    });
}

/**
 * Adds missing books to a library, without start and finish dates.
 *
 * @returns their number
 */
export async function insertEntries(
  db: Database,
  userId: UserId,
  added: readonly { readonly bookId: BookId; readonly status: LibraryStatus }[],
  now: Date,
): Promise<number> {
  if (added.length === 0) return 0;
  const rows = added.map((entry) => ({ ...entry, userId, addedAt: now, updatedAt: now }));
  const written = await db
    .insert(entries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ bookId: entries.bookId });
  return written.length;
}

export async function deleteEntry(db: Database, userId: UserId, bookId: BookId): Promise<void> {
  await db.delete(entries).where(and(eq(entries.userId, userId), eq(entries.bookId, bookId)));
}
