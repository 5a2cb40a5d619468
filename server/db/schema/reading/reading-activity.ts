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
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";

/** Thousandths of a page, since a page may be read over two days. */
const amountColumn = () => numeric({ precision: 12, scale: 3, mode: "number" }).notNull().default(0);

/** The session before its owner edited it; times in ISO 8601. */
export interface RecordedSession {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly pages: number;
  readonly words: number;
}

export const readingSessions = pgTable(
  "reading_sessions",
  {
    /** The device's id. */
    id: uuid().$type<SessionId>().notNull(),
    userId: userIdColumn(),
    bookId: uuid().$type<BookId>(),
    title: text().notNull(),
    kind: text().$type<SessionKind>().notNull(),
    startedAt: timestampColumn().notNull(),
    endedAt: timestampColumn().notNull(),
    /**
     * The reader's time zone, which decides the calendar days; see `shared/reading-activity/time-zone.ts`.
     */
    zone: text().notNull(),
    fromFraction: doublePrecision(),
    toFraction: doublePrecision(),
    pages: amountColumn(),
    words: integer().notNull().default(0),
    chapters: integer().notNull().default(0),
    device: text().notNull().default(""),
    isManual: boolean().notNull().default(false),
    editedAt: timestampColumn(),
    /** Null when it was never changed. */
    recorded: jsonb().$type<RecordedSession>(),
    deletedAt: timestampColumn(),
    receivedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index("reading_sessions_by_book").on(table.userId, table.bookId),
    index("reading_sessions_by_time").on(table.userId, table.startedAt, table.id),
    index("reading_sessions_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const deletedSessionIds = pgTable(
  "deleted_session_ids",
  { userId: userIdColumn(), id: uuid().$type<SessionId>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

export const readingDays = pgTable(
  "reading_days",
  {
    userId: userIdColumn(),
    /** The reader's calendar day. */
    day: date().$type<Day>().notNull(),
    bookId: uuid().$type<BookId>(),
    kind: text().$type<SessionKind>().notNull(),
    milliseconds: integer().notNull(),
    pages: amountColumn(),
    words: amountColumn(),
    chapters: amountColumn(),
    sessions: integer().notNull(),
    /** Milliseconds that were measured, not added manually. */
    measuredMs: integer().notNull(),
    measuredPages: amountColumn(),
    /** The public amounts: measured, and within the limits of `limit-public-totals.ts`. */
    publicMs: integer().notNull().default(0),
    publicPages: amountColumn(),
    publicWords: amountColumn(),
    publicChapters: amountColumn(),
    changedAt: timestampColumn().notNull(),
  },
  (table) => [
    index("reading_days_changed").on(table.changedAt),
    unique("reading_days_once").on(table.userId, table.day, table.bookId, table.kind).nullsNotDistinct(),
  ],
);

/** How much of a book a reader has measurably read or heard. */
export const bookReach = pgTable(
  "book_reach",
  {
    ...userBookColumns(),
    /** Fraction of the text or the audio that was covered, whichever is larger; 0.5 counts as finished. */
    coverage: doublePrecision().notNull().default(0),
    /** The end of the furthest covered range of the text, and of the audio. */
    textReach: doublePrecision().notNull().default(0),
    audioReach: doublePrecision().notNull().default(0),
    updatedAt: timestampColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.bookId] }), index().on(table.bookId)],
);

export const userPeriodTotals = pgTable(
  "user_period_totals",
  {
    kind: text().$type<TotalKind>().notNull(),
    /** `all`, a year such as `2026`, or a month such as `2026-03`. */
    period: text().notNull(),
    userId: userIdColumn(),
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
