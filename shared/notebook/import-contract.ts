import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { MarkStyle } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** `csv` is the CSV export of this site. */
export const MarkImportSource = z.enum([
  "readest",
  "koreader",
  "kobo",
  "kindle",
  "epub-annotations",
  "web-annotations",
  "csv",
]);
export type MarkImportSource = z.infer<typeof MarkImportSource>;

export const maxImportedMarks = 5_000;

/**
 * `found`: the words are in the book; `changed`: with small differences; `exists`: imported before or deleted
 * since; `not_found`: the book has no such words; `no_text`: the file has no words; `no_book`: no book was
 * chosen; `no_access`: the user may not read the whole book.
 */
export const ImportResult = z.enum([
  "found",
  "changed",
  "exists",
  "not_found",
  "no_text",
  "no_book",
  "no_access",
]);
export type ImportResult = z.infer<typeof ImportResult>;

export const ImportedBook = z.object({
  /** Identifies a book of the file. */
  key: z.string(),
  title: z.string(),
  author: z.string(),
  book: z.nullable(z.object({ id: BookId, title: z.string(), author: z.string() })),
  total: z.int(),
  /** Marks that the import adds. */
  found: z.int(),
  existing: z.int(),
});
export type ImportedBook = z.infer<typeof ImportedBook>;

export const ImportedMark = z.object({
  bookKey: z.string(),
  /** Empty for a mark without words. */
  text: z.string(),
  note: z.string(),
  style: z.nullable(MarkStyle),
  result: ImportResult,
  /** Where it is placed; null for audio and for marks that are not. */
  sentence: z.nullable(SentenceId),
});
export type ImportedMark = z.infer<typeof ImportedMark>;

/** The book for each book of the file, as `key=id`, with commas; without an id the book is left out. */
const Choices = z.optional(
  z
    .string()
    .check(z.maxLength(20_000), z.regex(/^[0-9a-f]{8}=[0-9a-f-]{0,36}(,[0-9a-f]{8}=[0-9a-f-]{0,36})*$/)),
);

/** Maximum size in bytes. */
const upload = { maxBytes: 10_000_000 };
const query = z.strictObject({ books: Choices });

export const markImportContract = {
  previewMarkImport: route({
    method: "POST",
    path: "/api/marks/import/preview",
    access: "reader",
    summary: "What an import of highlights and notes would add, and what it would not find",
    unchanged: "Changes nothing until it is run",
    errors: ["unprocessable_file"],
    budget: "import",
    upload,
    query,
    response: z.object({
      source: MarkImportSource,
      books: z.array(ImportedBook),
      total: z.int(),
      found: z.int(),
      existing: z.int(),
      /** The first 300; marks that are not added come first. */
      marks: z.array(ImportedMark),
    }),
  }),

  importMarks: route({
    method: "POST",
    path: "/api/marks/import",
    access: "reader",
    summary: "Adds highlights and notes of another reader; importing a file again adds nothing",
    changes: ["mark"],
    errors: ["unprocessable_file", "conflict"],
    budget: "import",
    upload,
    query,
    response: z.object({ added: z.int(), existing: z.int(), missing: z.int() }),
  }),
};
