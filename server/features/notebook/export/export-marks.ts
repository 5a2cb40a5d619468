import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { InputOf } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import type { ExportFormat, notebookStreams } from "#shared/notebook/export-contract.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { listBooks } from "./export-queries.ts";
import { readNotebooks } from "./read-notebook.ts";
import { writeEpubAnnotations, writeWebAnnotations } from "./write-annotations.ts";
import { writeCsv } from "./write-csv.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";

const types: Readonly<Record<ExportFormat, readonly [type: string, extension: string]>> = {
  markdown: ["text/markdown; charset=utf-8", "md"],
  html: ["text/html; charset=utf-8", "html"],
  csv: ["text/csv; charset=utf-8", "csv"],
  "epub-annotations": ["application/zip", "annotations.zip"],
  "web-annotations": ["application/ld+json; charset=utf-8", "jsonld"],
};

/**
 * Streams the user's marks, also of books that the user no longer sees.
 *
 * @throws {ProblemError} `not_found` for a book without own marks
 */
export async function exportMarks(
  context: HttpContext,
  { query: { format, bookId, language = languages[0] } }: InputOf<typeof notebookStreams.exportMarks>,
): Promise<void> {
  const { db, user, res, settings, clock } = context;
  const [book] = bookId ? await listBooks(db, user.id, bookId) : [];
  if (bookId && !book) throw notFound("book");
  const [type, extension] = types[format];
  const day = clock().toISOString().slice(0, 10);
  sendAsUpload(res, `${settings.productName} ${book ? `${book.title} ` : ""}${day}.${extension}`);
  res.setHeader("Content-Type", type);
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  const books = readNotebooks(context, bookId);
  const write = {
    markdown: () => Readable.from(writeMarkdown(books, language)),
    html: () => Readable.from(writeHtml(books, language, settings.origins[0])),
    csv: () => Readable.from(writeCsv(books)),
    "epub-annotations": () => writeEpubAnnotations(context, books, bookId !== undefined),
    "web-annotations": () => Readable.from(writeWebAnnotations(context, books)),
  };
  await pipeline(write[format](), res).catch((error: unknown) => {
    context.log.warn({ err: error }, "an export of marks ended early");
    res.destroy();
  });
}
