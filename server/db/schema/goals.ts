import { sql } from "drizzle-orm";
import { boolean, date, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { BookId } from "#shared/books/book.ts";
import type { GoalId, GoalKind } from "#shared/goals/contract.ts";
import type { Day } from "#shared/reading-activity/time-zone.ts";
import { userIdColumn } from "./accounts.ts";
import { books } from "./books.ts";
import { timestampColumn } from "./columns.ts";

export const goals = pgTable(
  "goals",
  {
    /** The device's time zone. */
    id: uuid().$type<GoalId>().notNull(),
    userId: userIdColumn(),
    kind: text().$type<GoalKind>().notNull(),
    /** Null for book goals. */
    amount: integer(),
    bookId: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "cascade" }),
    until: date().$type<Day>(),
    splitByPrayer: boolean().notNull().default(false),
    setAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex("goals_unique_kind").on(table.userId, table.kind).where(sql`book_id is null`),
    uniqueIndex("goals_unique_book").on(table.userId, table.bookId).where(sql`book_id is not null`),
  ],
);
