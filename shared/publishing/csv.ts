import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { ReasonReply } from "#shared/api/problem.ts";
import { BookId } from "#shared/books/book.ts";
import { bookFactNames } from "#shared/books/facts.ts";
import { BulkEdit } from "./bulk-edits.ts";

/** Columns that find the book; the first that is filled in decides. `title` and `author` only together. */
export const matchColumns = ["id", "isbn", "title", "author"] as const;

/** Columns that change the book. Lists are separated by semicolons; `-` empties a field. */
export const changeColumns = [
  "description",
  "language",
  "direction",
  "genres",
  "tropes",
  "series",
  "seriesPosition",
  ...bookFactNames,
  "isFree",
  "allowsDownload",
  "isFeatured",
] as const;
export type ChangeColumn = (typeof changeColumns)[number];

export const maxCsvRows = 20_000;
const upload = { maxBytes: 20_000_000 };

export const CsvPreview = z.object({
  /** Rows below the header. */
  rows: z.int(),
  /** Books that would change. */
  changed: z.int(),
  /** Rows that change nothing, because the book has these values. */
  unchanged: z.int(),
  /** At most a hundred. */
  problems: z.array(z.object({ row: z.int(), reason: ReasonReply })),
  problemCount: z.int(),
  /** The first twenty changed books. */
  examples: z.array(
    z.object({
      row: z.int(),
      bookId: BookId,
      title: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
});
export type CsvPreview = z.infer<typeof CsvPreview>;

const options = {
  /** Also changes fields that were edited manually. */
  includesLocked: z.optional(z.stringbool()),
};

export const csvContract = {
  previewCsv: route({
    method: "POST",
    path: "/api/admin/books-csv/preview",
    access: "employee",
    budget: "import",
    summary: "Previews a metadata CSV: its changes, and a reason for each rejected row",
    unchanged: "Changes nothing until it is applied",
    errors: ["unprocessable_file"],
    query: z.strictObject(options),
    upload,
    response: CsvPreview,
  }),

  /** Runs as a bulk edit that can be undone. Refused when another number of books would change. */
  applyCsv: route({
    method: "POST",
    path: "/api/admin/books-csv",
    access: "employee",
    budget: "import",
    summary: "Imports a metadata CSV",
    changes: ["bulk-edit", "publication", "book"],
    errors: ["unprocessable_file", "conflict"],
    query: z.strictObject({ ...options, expected: z.string().check(z.regex(/^\d{1,9}$/)) }),
    upload,
    response: BulkEdit,
  }),
};

export const csvStreams = {
  exportBooksCsv: stream({
    method: "GET",
    path: "/api/admin/books.csv",
    access: "employee",
    budget: "search",
    summary: "The metadata of all books as CSV",
    produces: "text/csv",
  }),
};
