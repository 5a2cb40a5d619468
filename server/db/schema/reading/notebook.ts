import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { MarkId } from "#shared/marks/mark.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { userBookColumns } from "#server/db/schema/user-book-columns.ts";
import { marks } from "./marks.ts";

/** The order that a reader gave to the marks of a book, with headings; without rows marks are in reading order. */
export const notebookItems = pgTable(
  "notebook_items",
  {
    ...userBookColumns(),
    /** From 0. */
    position: integer().notNull(),
    /** Null for a heading. */
    markId: uuid().$type<MarkId>(),
    headingId: uuid(),
    heading: text(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.bookId, table.position] }),
    foreignKey({
      name: "notebook_items_mark",
      columns: [table.userId, table.markId],
      foreignColumns: [marks.userId, marks.id],
    }).onDelete("cascade"),
    index("notebook_items_of_mark").on(table.userId, table.markId),
    check("notebook_items_kind", sql`(${table.markId} is null) = (${table.heading} is not null)`),
  ],
);

/** When a reader sees a mark again; marks without a row were not reviewed yet. */
export const markReviews = pgTable(
  "mark_reviews",
  {
    userId: userIdColumn(),
    markId: uuid().$type<MarkId>().notNull(),
    /** The number of intervals that have passed. */
    step: integer().notNull(),
    dueAt: timestampColumn().notNull(),
    reviewedAt: timestampColumn().notNull(),
    isStopped: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.markId] }),
    foreignKey({
      name: "mark_reviews_mark",
      columns: [table.userId, table.markId],
      foreignColumns: [marks.userId, marks.id],
    }).onDelete("cascade"),
    index("mark_reviews_due").on(table.userId, table.dueAt),
  ],
);
