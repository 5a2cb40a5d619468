import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { plainText, searchVector } from "#server/db/schema/columns.ts";
import { books } from "./books.ts";

export const exactCounts = pgTable(
  "exact_counts",
  {
    name: text().notNull(),
    /**
     * The connection that counted: each updates its own row, so that none waits. The count is the sum of all
     * rows.
     */
    slot: integer().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.slot] })],
);

export const searchWords = pgTable(
  "search_words",
  {
    word: plainText().primaryKey(),
    bookCount: integer().notNull(),
    /** Groups transliterations of a name; empty for words that have none, null before it is computed. */
    transliterationKey: text(),
  },
  (table) => [
    index("search_words_trigrams").using("gin", sql`${table.word} gin_trgm_ops`),
    index("search_words_transliterations")
      .on(table.transliterationKey, table.bookCount.desc(), table.word)
      .where(sql`transliteration_key <> ''`),
    index("search_words_without_key").on(table.word).where(sql`transliteration_key is null`),
  ],
);

/**
 * Words of newly published books that are not in `search_words` yet; a trigger adds them, a job moves them.
 */
export const pendingSearchWords = pgTable("pending_search_words", { word: plainText().notNull() });

/**
 * The most read books of a large library with what ranks them, and their own search index, where frequent words
 * have few postings. Renewed every night; empty in small libraries.
 */
export const popularBooks = pgTable(
  "popular_books",
  {
    bookId: uuid()
      .primaryKey()
      .references(() => books.id, { onDelete: "cascade" }),
    normalizedTitle: plainText().notNull(),
    popularity: integer().notNull(),
    searchVector: searchVector(),
  },
  (table) => [
    index("popular_books_search").using("gin", table.searchVector),
    index("popular_books_titles").using("gin", sql`ts_filter(search_vector, '{a}')`),
  ],
);
