import { boolean, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { ofUser } from "./accounts.ts";
import { ofBook } from "./books.ts";
import { timestampColumn } from "./columns.ts";

/** One per reader and book. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: ofBook(),
    userId: ofUser(),
    /** 1 to 10: half stars. */
    halfStars: smallint().notNull(),
    text: text().notNull().default(""),
    hasSpoiler: boolean().notNull().default(false),
    isHidden: boolean().notNull().default(false),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("reviews_unique").on(table.bookId, table.userId),
    index("reviews_newest").on(table.bookId, table.createdAt, table.id),
    index("reviews_of_user").on(table.userId),
  ],
);
