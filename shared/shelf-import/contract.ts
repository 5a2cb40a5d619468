import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, JobResult, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { LibraryStatus } from "#shared/library/entry.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";

export const ShelfSource = z.enum(["goodreads", "storygraph"]);
export type ShelfSource = z.infer<typeof ShelfSource>;

export const maxRows = 10_000;

export const ShelfRow = z.object({
  title: z.string(),
  author: z.string(),
  status: z.nullable(LibraryStatus),
  stars: z.nullable(z.number()),
  finishedOn: z.nullable(Day),
  /** The matching book in this library, by ISBN or by title and author. */
  book: z.nullable(z.object({ id: BookId, title: z.string(), author: z.string() })),
});
export type ShelfRow = z.infer<typeof ShelfRow>;

/** A row that could not be imported, and why. */
export const SkippedRow = z.object({ line: z.int(), reason: z.enum(["title", "duplicate"]) });
export type SkippedRow = z.infer<typeof SkippedRow>;

/** A shelf of the file with books of this library. */
export const ImportedShelf = z.object({ name: z.string(), books: z.int(), isNew: z.boolean() });
export type ImportedShelf = z.infer<typeof ImportedShelf>;

export const ShelfPreview = z.object({
  source: ShelfSource,
  total: z.int(),
  found: z.int(),
  /** The first 200, matched ones first. */
  rows: z.array(ShelfRow),
  /** Own shelves or tags in the file that are filled; new ones are private. */
  shelves: z.array(ImportedShelf),
  /** Further ones above the maximum number of shelves. */
  skippedShelves: z.int(),
  /** The first 50. */
  skipped: z.array(SkippedRow),
  skippedCount: z.int(),
});
export type ShelfPreview = z.infer<typeof ShelfPreview>;

export const ImportedBookId = z.uuid().brand<"ImportedBookId">();
export type ImportedBookId = z.infer<typeof ImportedBookId>;

export const ImportedBook = z.extend(ShelfRow, { id: ImportedBookId, source: ShelfSource });
export type ImportedBook = z.infer<typeof ImportedBook>;

/** Maximum size in bytes. */
const upload = { maxBytes: 10_000_000 };

export const shelfImportContract = {
  previewImport: route({
    method: "POST",
    path: "/api/shelf-import/preview",
    access: "reader",
    summary: "Previews a Goodreads or StoryGraph export",
    unchanged: "Changes nothing until it is run",
    errors: ["unprocessable_file"],
    budget: "import",
    upload,
    response: ShelfPreview,
  }),

  runImport: route({
    method: "POST",
    path: "/api/shelf-import",
    access: "reader",
    summary: "Imports a Goodreads or StoryGraph export",
    changes: ["imported-book", "library", "shelf"],
    errors: ["unprocessable_file", "conflict"],
    budget: "import",
    upload,
    response: z.object({
      /** New library entries. */
      added: z.int(),
      /** New imported books. */
      saved: z.int(),
      /** Shelves that got books. */
      shelves: z.int(),
      total: z.int(),
    }),
  }),

  listImportedBooks: route({
    method: "GET",
    path: "/api/shelf-import/books",
    access: "reader",
    summary: "The user's imported books",
    reads: ["imported-book"],
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "books",
    response: z.object({ books: z.array(ImportedBook), total: z.int(), nextCursor: z.nullable(Cursor) }),
  }),

  deleteImportedBook: route({
    method: "DELETE",
    path: "/api/shelf-import/books/:importedBookId",
    access: "reader",
    summary: "Deletes an imported book; the library is unchanged",
    changes: ["imported-book"],
    params: z.strictObject({ importedBookId: ImportedBookId }),
    response: JobResult,
  }),
};
