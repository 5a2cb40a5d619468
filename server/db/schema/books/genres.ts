import { index, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { GenreIcon } from "#shared/books/book.ts";
import { bookIdColumn } from "./books.ts";

export const genres = pgTable("genres", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  description: text().notNull().default(""),
  position: integer().notNull().default(0),
  icon: text().$type<GenreIcon>(),
});

/** Names before a renaming or a merge, in lower case. */
export const genreFormerNames = pgTable(
  "genre_former_names",
  {
    name: text().primaryKey(),
    genreId: uuid()
      .notNull()
      .references(() => genres.id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.genreId)],
);

export const bookGenres = pgTable(
  "book_genres",
  {
    bookId: bookIdColumn(),
    genreId: uuid()
      .notNull()
      .references(() => genres.id, { onDelete: "cascade" }),
    position: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.genreId] }), index().on(table.genreId)],
);

export const tropes = pgTable("tropes", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
});

export const bookTropes = pgTable(
  "book_tropes",
  {
    bookId: bookIdColumn(),
    tropeId: uuid()
      .notNull()
      .references(() => tropes.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.tropeId] }), index().on(table.tropeId)],
);
