import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SessionId } from "#shared/reading-activity/session.ts";
import type { Database } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import {
  deletedSessionIds,
  readingSessions as sessions,
} from "#server/db/schema/reading/reading-activity.ts";
import { filterVisible } from "#server/features/books/service.ts";

export interface RecordableBook {
  readonly bookId: BookId;
  readonly title: string;
  /** Word count of its text; 0 without one. */
  readonly wordCount: number;
  readonly pageCount: number;
}

export function listRecordable(
  db: Database,
  user: User,
  bookIds: readonly BookId[],
): Promise<RecordableBook[]> {
  const visible = filterVisible(user) ?? sql`true`;
  const isMine = sql`exists (select from ${entries} e where e.user_id = ${user.id} and e.book_id = ${books.id})`;
  const earlierTitle = sql`(select s.title from ${sessions} s where s.user_id = ${user.id} and s.book_id = ${books.id}
    order by s.started_at desc limit 1)`;
  return db
    .select({
      bookId: books.id,
      title: sql<string>`case when ${visible} then ${books.title} else coalesce(${earlierTitle}, ${books.title}) end`,
      wordCount: sql<number>`coalesce(${ebooks.wordCount}, 0)`,
      pageCount: sql<number>`coalesce(${ebooks.pageCount}, 0)`,
    })
    .from(books)
    .leftJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(and(inArray(books.id, [...bookIds]), or(visible, isMine)))
    .limit(bookIds.length);
}

/** Which of these sessions were permanently deleted. */
export async function listDeletedSessionIds(
  db: Database,
  userId: UserId,
  ids: readonly SessionId[],
): Promise<SessionId[]> {
  const rows = await db
    .select({ id: deletedSessionIds.id })
    .from(deletedSessionIds)
    .where(and(eq(deletedSessionIds.userId, userId), inArray(deletedSessionIds.id, [...ids])))
    .limit(ids.length);
  return rows.map(({ id }) => id);
}

export async function listFixedSessionIds(
  db: Database,
  userId: UserId,
  ids: readonly SessionId[],
): Promise<SessionId[]> {
  const isFixed = or(isNotNull(sessions.editedAt), isNotNull(sessions.deletedAt), sessions.isManual);
  const fixed = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.id, [...ids]), isFixed))
    .limit(ids.length);
  return [...fixed.map(({ id }) => id), ...(await listDeletedSessionIds(db, userId, ids))];
}

export type NewSession = typeof sessions.$inferInsert;
export type SessionRow = typeof sessions.$inferSelect;

/** Start and end of a session. */
export type Times = Pick<SessionRow, "startedAt" | "endedAt">;

/**
 * Stores measured sessions; known ones are extended and keep their start, because the device's clock may
 * have been corrected.
 *
 * @returns the stored times
 */
export function extendSessions(db: Database, rows: readonly NewSession[], now: Date): Promise<Times[]> {
  return db
    .insert(sessions)
    .values([...rows])
    .onConflictDoUpdate({
      target: [sessions.userId, sessions.id],
      set: {
        endedAt: sql`least(${now.toISOString()}::timestamptz,
          greatest(${sessions.endedAt}, ${sessions.startedAt} + (excluded.ended_at - excluded.started_at)))`,
        toFraction: sql`coalesce(excluded.to_fraction, ${sessions.toFraction})`,
        pages: sql`greatest(${sessions.pages}, excluded.pages)`,
        words: sql`greatest(${sessions.words}, excluded.words)`,
        chapters: sql`greatest(${sessions.chapters}, excluded.chapters)`,
        // Sending the same session again does not make it late.
        receivedAt: sql`case when excluded.ended_at - excluded.started_at > ${sessions.endedAt} - ${sessions.startedAt}
          then excluded.received_at else ${sessions.receivedAt} end`,
      },
      setWhere: sql`${sessions.bookId} = excluded.book_id and ${sessions.kind} = excluded.kind
        and excluded.ended_at - excluded.started_at >= ${sessions.endedAt} - ${sessions.startedAt}`,
    })
    .returning({ startedAt: sessions.startedAt, endedAt: sessions.endedAt });
}

const isSession = (userId: UserId, id: SessionId) => and(eq(sessions.userId, userId), eq(sessions.id, id));

/** A session of a reader, including recently deleted ones. */
export async function findSession(db: Database, userId: UserId, id: SessionId): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(isSession(userId, id));
  return row ?? null;
}

export async function insertSession(db: Database, row: NewSession): Promise<void> {
  await db.insert(sessions).values(row);
}

export async function updateSessionRow(
  db: Database,
  userId: UserId,
  id: SessionId,
  change: Partial<NewSession>,
): Promise<void> {
  await db.update(sessions).set(change).where(isSession(userId, id));
}

/**
 * Purges deleted sessions and keeps their ids as tombstones.
 *
 * @returns their number
 */
export async function purgeDeletedSessions(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with swept as (
      delete from ${sessions} where ${and(isNotNull(sessions.deletedAt), sql`${sessions.deletedAt} < ${before}`)}
      returning user_id, id
    )
    insert into ${deletedSessionIds} (user_id, id) select user_id, id from swept on conflict do nothing`);
  return rowCount ?? 0;
}

export interface SessionCursor {
  /** Microseconds since 1970, as precise as the database. */
  readonly started: string;
  readonly id: SessionId;
}

export type ListedSession = SessionRow & { readonly started: string; readonly currentTitle: string | null };

/** A page of a reader's sessions, latest first. */
export async function listSessionRows(
  db: Database,
  user: User,
  { bookId, after, limit }: { bookId?: BookId | undefined; after: SessionCursor | null; limit: number },
): Promise<ListedSession[]> {
  const isAfterCursor: SQL | undefined = after
    ? sql`(${sessions.startedAt}, ${sessions.id}) <
        (timestamptz 'epoch' + ${after.started}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : undefined;
  const rows = await db
    .select({
      session: sessions,
      started: sql<string>`(extract(epoch from ${sessions.startedAt}) * 1000000)::bigint::text`,
      currentTitle: books.title,
    })
    .from(sessions)
    .leftJoin(books, and(eq(books.id, sessions.bookId), filterVisible(user)))
    .where(
      and(
        eq(sessions.userId, user.id),
        isNull(sessions.deletedAt),
        bookId === undefined ? undefined : eq(sessions.bookId, bookId),
        isAfterCursor,
      ),
    )
    .orderBy(desc(sessions.startedAt), desc(sessions.id))
    .limit(limit);
  return rows.map(({ session, started, currentTitle }) => ({ ...session, started, currentTitle }));
}
