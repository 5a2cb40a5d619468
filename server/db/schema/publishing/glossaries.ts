import { bigint, index, integer, jsonb, pgTable } from "drizzle-orm/pg-core";
import type { GlossaryTerm } from "#shared/dictionary/contract.ts";
import { bookChanges, bookIdColumn } from "#server/db/schema/books/books.ts";

/** The terms that the author of a book explains. */
export const glossaries = pgTable("glossaries", {
  bookId: bookIdColumn().primaryKey(),
  terms: jsonb().$type<readonly GlossaryTerm[]>().notNull(),
  version: integer().notNull().default(1),
});

/** The whole glossary before a change, from which it can be restored. */
export const glossaryVersions = pgTable(
  "glossary_versions",
  {
    changeId: bigint({ mode: "number" })
      .primaryKey()
      .references(() => bookChanges.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
    terms: jsonb().$type<readonly GlossaryTerm[]>().notNull(),
  },
  (table) => [index("glossary_versions_book").on(table.bookId, table.changeId)],
);
