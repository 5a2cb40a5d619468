import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { LibraryFormat, LibrarySort } from "#shared/library/contract.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { currentPositions as positions } from "#server/db/schema/reading/positions.ts";
import { filterVisible } from "#server/features/books/service.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";

export interface LibraryFilter {
  readonly status?: LibraryStatus | undefined;
  readonly format?: LibraryFormat | undefined;
  /** A tsquery; null for all. */
  readonly searchQuery: string | null;
}

interface LibraryOrder {
  readonly value: SQL | PgColumn;
  readonly type: SQL;
  readonly direction: "asc" | "desc";
}

const orders: Readonly<Record<LibrarySort, LibraryOrder>> = {
  recent: { value: entries.updatedAt, type: sql`timestamptz`, direction: "desc" },
  added: { value: entries.addedAt, type: sql`timestamptz`, direction: "desc" },
  title: { value: books.normalizedTitle, type: sql`text`, direction: "asc" },
  author: { value: sql`lower(${books.author})`, type: sql`text`, direction: "asc" },
};

const entryColumns = {
  ...pick(entries, "bookId", "status", "addedAt", "updatedAt"),
  locator: positions.locator,
  duration: books.duration,
  halfStars: reviews.halfStars,
};

const selectEntries = (db: Database, sortValue: SQL | PgColumn = entries.updatedAt) =>
  db
    .select({ ...entryColumns, sortValue: sql<string>`cast(${sortValue} as text)` })
    .from(entries)
    .innerJoin(books, eq(books.id, entries.bookId))
    .leftJoin(positions, and(eq(positions.userId, entries.userId), eq(positions.bookId, entries.bookId)))
    .leftJoin(reviews, and(eq(reviews.userId, entries.userId), eq(reviews.bookId, entries.bookId)));

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** A page of a reader's library without hidden books. */
export function listEntries(
  db: Database,
  user: User,
  { status, format, searchQuery }: LibraryFilter,
  page: { readonly sort: LibrarySort; readonly after: ListPosition | null; readonly limit: number },
) {
  const { value, type, direction } = orders[page.sort];
  const [order, operator] = [sql.raw(direction), sql.raw(direction === "asc" ? ">" : "<")];
  const after =
    page.after &&
    sql`(${value}, ${entries.bookId}) ${operator} (cast(${page.after.value} as ${type}), ${page.after.id}::uuid)`;
  return selectEntries(db, value)
    .where(
      and(
        eq(entries.userId, user.id),
        filterVisible(user),
        status === undefined ? undefined : eq(entries.status, status),
        format && eq(format === "ebook" ? books.hasEbook : books.hasAudiobook, true),
        searchQuery === null ? undefined : sql`${books.searchVector} @@ ${searchQuery}::tsquery`,
        after ?? undefined,
      ),
    )
    .orderBy(sql`${value} ${order}, ${entries.bookId} ${order}`)
    .limit(page.limit);
}

/** A reader's entry for a book; null when it is not in the library. */
export async function findEntry(db: Database, userId: UserId, bookId: BookId): Promise<EntryRow | null> {
  const [row] = await selectEntries(db).where(and(eq(entries.userId, userId), eq(entries.bookId, bookId)));
  return row ?? null;
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

/**
 * Adds a book to a library, or changes its status.
 *
 * @param keepsLater whether a later change wins
 * @returns false when it did
 */
export async function upsertEntry(
  db: Database,
  userId: UserId,
  bookId: BookId,
  status: LibraryStatus,
  now: Date,
  keepsLater = false,
): Promise<boolean> {
  const startedAt = status === "currently-reading" || status === "finished" ? now : null;
  const finishedAt = status === "finished" ? now : null;
  const stored = await db
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
      ...(keepsLater && { setWhere: lte(entries.updatedAt, now) }),
    })
    .returning({ bookId: entries.bookId });
  return stored.length > 0;
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
  const inserted = await db
    .insert(entries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ bookId: entries.bookId });
  return inserted.length;
}

/** @param before changes of the entry after it win; null without them */
export async function deleteEntryRow(
  db: Database,
  userId: UserId,
  bookId: BookId,
  before: Date | null,
): Promise<void> {
  const isNotLater = before ? lte(entries.updatedAt, before) : undefined;
  await db.delete(entries).where(and(eq(entries.userId, userId), eq(entries.bookId, bookId), isNotLater));
}
