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

/** The session before its owner edited it; times in ISO 8601. */
export interface Recorded {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
  readonly words: number;
}

export const readingSessions = pgTable(
  "reading_sessions",
  {
    /** The device's. */
    id: uuid().$type<SessionId>().notNull(),
    userId: ofUser(),
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
    isManual: boolean().notNull().default(false),
    editedAt: timestampColumn(),
    /** Null for one that was never changed. */
    recorded: jsonb().$type<Recorded>(),
    deletedAt: timestampColumn(),
    receivedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("reading_sessions_by_time").on(table.userId, table.startedAt, table.id),
    index("reading_sessions_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const deletedSessionIds = pgTable(
  "deleted_session_ids",
  { userId: ofUser(), id: uuid().$type<SessionId>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

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

export const userPeriodTotals = pgTable(
  "user_period_totals",
  {
    kind: text().$type<TotalKind>().notNull(),
    /** `all`, a year such as `2026`, or a month such as `2026-03`. */
    period: text().notNull(),
    userId: ofUser(),
    /** Milliseconds, or thousandths of a page. */
    amount: bigint({ mode: "number" }).notNull(),
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
