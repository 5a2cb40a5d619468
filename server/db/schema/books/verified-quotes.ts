import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bookIdColumn } from "./books.ts";

/** Quotations that were found in a version of a text while it was the current one. */
export const verifiedQuotes = pgTable(
  "verified_quotes",
  {
    bookId: bookIdColumn(),
    /** The content version of the text. */
    version: text().notNull(),
    /** SHA-256 of the quotation's normalized words, in hex. */
    digest: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.digest, table.version] })],
);
