import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { ContributorId, ContributorRole } from "#shared/books/book.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { searchVector } from "#server/db/schema/columns.ts";
import { bookIdColumn } from "./books.ts";

export const contributors = pgTable(
  "contributors",
  {
    id: uuid().$type<ContributorId>().primaryKey().defaultRandom(),
    name: text().notNull(),
    normalizedName: text().notNull().unique(),
    /** Groups transliterations of the name; null for names of one word. */
    transliterationKey: text(),
    bio: text().notNull().default(""),
    links: jsonb().$type<readonly string[]>().notNull().default([]),
    /** Whether the page shows the profile picture of the account. */
    showsPicture: boolean().notNull().default(false),
    /** The author's user account, if any. */
    userId: formerUserIdColumn(),
    /** Normalized words and skeletons of the name; written by `indexBook`. */
    searchVector: searchVector(),
  },
  (table) => [
    index("contributors_search").using("gin", table.searchVector),
    index("contributors_transliterations").on(table.transliterationKey),
    index("contributors_names").using("gin", sql`${table.normalizedName} gin_trgm_ops`),
    index().on(table.userId),
  ],
);

export const bookContributors = pgTable(
  "book_contributors",
  {
    bookId: bookIdColumn(),
    contributorId: uuid()
      .$type<ContributorId>()
      .notNull()
      .references(() => contributors.id, { onDelete: "cascade" }),
    role: text().$type<ContributorRole>().notNull(),
    position: smallint().notNull().default(0),
    /** The name as the book gives it, in another script than the contributor's; null when it is the same. */
    creditedName: text(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.contributorId, table.role] }),
    index().on(table.contributorId),
  ],
);
