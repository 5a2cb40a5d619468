import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { maxSessionMs } from "#shared/reading-activity/session.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import type { Database } from "#server/db/client.ts";
import { readingDays as days, readingSessions as sessions } from "#server/db/schema/reading-activity.ts";
import type { DayRow, Span } from "./daily-totals.ts";

/** Serializes changes to one reader's sessions until the transaction ends. */
export async function lockUserSessions(db: Database, userId: UserId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 2))`);
}

export async function listSpans(
  db: Database,
  userId: UserId,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Span[]> {
  const rows = await db
    .select({
      id: sessions.id,
      bookId: sessions.bookId,
      kind: sessions.kind,
      startedAt: sessions.startedAt,
      endedAt: sessions.endedAt,
      zone: sessions.zone,
      pages: sessions.pages,
      words: sessions.words,
      chapters: sessions.chapters,
      isManual: sessions.isManual,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        // The maximum length, so that the index is not scanned from its start.
        gt(sessions.startedAt, new Date(from - maxSessionMs)),
        lt(sessions.startedAt, new Date(to)),
        gt(sessions.endedAt, new Date(from)),
        isNull(sessions.deletedAt),
      ),
    )
    .orderBy(sessions.startedAt, sessions.id);
  return rows.map(({ startedAt, endedAt, ...span }) => ({
    ...span,
    from: startedAt.getTime(),
    to: endedAt.getTime(),
  }));
}

export async function replaceDays(
  db: Database,
  userId: UserId,
  touched: readonly Day[],
  rows: readonly DayRow[],
  now: Date,
): Promise<void> {
  const stored = JSON.stringify(rows.map(({ day, bookId, kind }) => ({ day, bookId, kind })));
  await db.delete(days).where(
    and(
      eq(days.userId, userId),
      inArray(days.day, [...touched]),
      sql`not exists (select from jsonb_to_recordset(${stored}::jsonb) k(day date, "bookId" uuid, kind text)
        where k.day = ${days.day} and k."bookId" is not distinct from ${days.bookId} and k.kind = ${days.kind})`,
    ),
  );
  if (rows.length === 0) return;
  await db
    .insert(days)
    .values(rows.map((row) => ({ ...row, userId, changedAt: now })))
    .onConflictDoUpdate({
      target: [days.userId, days.day, days.bookId, days.kind],
      set: {
        milliseconds: sql`excluded.milliseconds`,
        pages: sql`excluded.pages`,
        words: sql`excluded.words`,
        chapters: sql`excluded.chapters`,
        sessions: sql`excluded.sessions`,
        measuredMs: sql`excluded.measured_ms`,
        measuredPages: sql`excluded.measured_pages`,
        changedAt: sql`excluded.changed_at`,
      },
      setWhere: sql`(${days.milliseconds}, ${days.pages}, ${days.words}, ${days.chapters}, ${days.sessions},
        ${days.measuredMs}, ${days.measuredPages}) is distinct from (excluded.milliseconds, excluded.pages,
        excluded.words, excluded.chapters, excluded.sessions, excluded.measured_ms, excluded.measured_pages)`,
    });
}
