import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { BookId } from "#shared/books/book.ts";
import type { CorrectionState } from "#shared/corrections/contract.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn, books } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Mistakes in books that readers reported. */
export const corrections = pgTable(
  "corrections",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: bookIdColumn(),
    /** The reader who reported it; null after the account was deleted. */
    userId: formerUserIdColumn(),
    sentence: text().$type<SentenceId>().notNull(),
    quote: text().notNull().default(""),
    text: text().notNull(),
    message: text().notNull(),
    state: text().$type<CorrectionState>().notNull().default("open"),
    answer: text().notNull().default(""),
    createdAt: timestampColumn().notNull(),
    decidedAt: timestampColumn(),
    decidedBy: formerUserIdColumn(),
    /** The revision whose notes list it. */
    revisionId: uuid()
      .$type<BookId>()
      .references(() => books.id, { onDelete: "set null" }),
  },
  (table) => [
    index("corrections_of_book").on(table.bookId, table.createdAt),
    index("corrections_by_state").on(table.state, table.createdAt, table.id),
    index("corrections_of_reader").on(table.userId),
  ],
);
