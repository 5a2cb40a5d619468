import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { bookIdColumn } from "./books.ts";

/** One per reader and book. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: bookIdColumn(),
    userId: userIdColumn(),
    /** 1 to 10: half stars. */
    halfStars: smallint().notNull(),
    text: text().notNull().default(""),
    hasSpoiler: boolean().notNull().default(false),
    /** By staff. */
    isHidden: boolean().notNull().default(false),
    hiddenReason: text().notNull().default(""),
    /** Kept equal to the number of `reviewVotes`. */
    helpfulCount: integer().notNull().default(0),
    createdAt: timestampColumn().notNull().defaultNow(),
    /** The first change of the text after the first minutes. */
    editedAt: timestampColumn(),
    /** The last time that it was saved again. */
    ratedAt: timestampColumn(),
  },
  (table) => [
    uniqueIndex("reviews_unique").on(table.bookId, table.userId),
    index("reviews_newest").on(table.bookId, table.createdAt, table.id),
    index("reviews_helpful").on(table.bookId, table.helpfulCount, table.id),
    index("reviews_of_user").on(table.userId),
  ],
);

/** Readers who found a review helpful. */
export const reviewVotes = pgTable(
  "review_votes",
  {
    reviewId: uuid()
      .notNull()
      .references(() => reviews.id, { onDelete: "cascade" }),
    userId: userIdColumn(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.userId] }), index().on(table.userId)],
);
