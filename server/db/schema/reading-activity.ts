import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { BookId } from "#shared/books/book.ts";
import type { SessionId, SessionKind, TotalKind } from "#shared/reading-activity/session.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { ofUser } from "./accounts.ts";
import { timestampColumn } from "./columns.ts";

/** Counted in parts, since a page may be begun on one day and ended on the next. */
const amount = () => numeric({ precision: 12, scale: 3, mode: "number" }).notNull().default(0);

/** What a session was before its owner changed it; times in ISO 8601. */
export interface Recorded {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
  readonly words: number;
}

/** Time spent with a book, without a break. History: it stays when the book goes, under the title it had. */
export const readingSessions = pgTable(
  "reading_sessions",
  {
    /** The device's. */
    id: uuid().$type<SessionId>().notNull(),
    userId: ofUser(),
    /** Without a foreign key: it may name a book that is gone. Null for one that never was here, such as a paper book. */
    bookId: uuid().$type<BookId>(),
    title: text().notNull(),
    kind: text().$type<SessionKind>().notNull(),
    startedAt: timestampColumn().notNull(),
    endedAt: timestampColumn().notNull(),
    /** Where the reader was, as `shared/reading-activity/time-zone.ts` names it: it decides which days these are. */
    zone: text().notNull(),
    fromFraction: doublePrecision(),
    toFraction: doublePrecision(),
    pages: amount(),
    words: integer().notNull().default(0),
    chapters: integer().notNull().default(0),
    device: text().notNull().default(""),
    /** Added by hand, not measured. */
    isManual: boolean().notNull().default(false),
    editedAt: timestampColumn(),
    /** Null for one that was never changed. */
    recorded: jsonb().$type<Recorded>(),
    /** It counts no more; its content goes a day later. */
    deletedAt: timestampColumn(),
    receivedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("reading_sessions_by_time").on(table.userId, table.startedAt, table.id),
    index("reading_sessions_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** Sessions that were deleted, by id alone: a device that was offline does not bring them back. */
export const deletedSessionIds = pgTable(
  "deleted_session_ids",
  { userId: ofUser(), id: uuid().$type<SessionId>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/**
 * What each of a reader's days holds, by book and kind: every moment of the sessions' union once. Derived from the
 * sessions in the transaction that changes them; all sums are sums of these rows.
 */
export const readingDays = pgTable(
  "reading_days",
  {
    userId: ofUser(),
    /** The reader's own day. */
    day: date().$type<Day>().notNull(),
    bookId: uuid().$type<BookId>(),
    kind: text().$type<SessionKind>().notNull(),
    milliseconds: integer().notNull(),
    pages: amount(),
    words: amount(),
    chapters: amount(),
    /** That began on this day. */
    sessions: integer().notNull(),
    /** Of these milliseconds, those that were not added by hand. */
    measuredMs: integer().notNull(),
    measuredPages: amount(),
    changedAt: timestampColumn().notNull(),
  },
  (table) => [
    unique("reading_days_once").on(table.userId, table.day, table.bookId, table.kind).nullsNotDistinct(),
  ],
);

/** How much each reader has read in a time, for the champions: kept by triggers on the days, of what was measured. */
export const userPeriodTotals = pgTable(
  "user_period_totals",
  {
    kind: text().$type<TotalKind>().notNull(),
    /** `all`, a year such as `2026`, or a month such as `2026-03`. */
    period: text().notNull(),
    userId: ofUser(),
    /** Milliseconds, or thousandths of a page. */
    amount: bigint({ mode: "number" }).notNull(),
    /** When it last grew: who reached an amount first stands before the others. */
    reachedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.period] }),
    index("user_period_totals_best").on(
      table.kind,
      table.period,
      sql`${table.amount} desc`,
      table.reachedAt,
      table.userId,
    ),
  ],
);
