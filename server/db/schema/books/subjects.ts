import { boolean, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bookIdColumn } from "./books.ts";
import { genres } from "./genres.ts";

/** Subjects as publishers write them, with the genre of each. */
export const subjects = pgTable(
  "subjects",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As in the first file that had it. */
    name: text().notNull(),
    normalizedName: text().notNull().unique(),
    /** Null while it waits for staff, and for ignored ones. */
    genreId: uuid().references(() => genres.id, { onDelete: "set null" }),
    isIgnored: boolean().notNull().default(false),
  },
  (table) => [index().on(table.genreId)],
);

export const bookSubjects = pgTable(
  "book_subjects",
  {
    bookId: bookIdColumn(),
    subjectId: uuid()
      .notNull()
      .references(() => subjects.id, { onDelete: "cascade" }),
    position: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.subjectId] }), index().on(table.subjectId)],
);
