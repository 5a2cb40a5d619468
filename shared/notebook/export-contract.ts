import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import { BookId } from "#shared/books/book.ts";

/** `epub-annotations`: EPUB Annotations 1.0; `web-annotations`: the Web Annotation Data Model. Both by the W3C. */
export const ExportFormat = z.enum(["markdown", "html", "csv", "epub-annotations", "web-annotations"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

export const notebookStreams = {
  exportMarks: stream({
    method: "GET",
    path: "/api/marks/export",
    access: "reader",
    summary: "The user's marks of a book or of all books as a file",
    errors: ["not_found"],
    budget: "import",
    produces: "*/*",
    query: z.strictObject({
      format: ExportFormat,
      bookId: z.optional(BookId),
      language: z.optional(z.enum(languages)),
    }),
  }),
};
