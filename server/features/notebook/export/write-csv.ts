import { isTextAnchor } from "#shared/marks/mark.ts";
import { exportColumns, headingKind } from "#shared/notebook/export-columns.ts";
import { isHeading, type NotebookHeading } from "#shared/notebook/notebook.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import type { ExportedBook } from "./read-notebook.ts";

/** Marks as CSV, with the headings of notebooks as rows of their own kind. */
export async function* writeCsv(books: AsyncIterable<ExportedBook>): AsyncGenerator<string> {
  // Without a byte order mark some spreadsheets garble Arabic.
  yield `\uFEFF${toCsvLine(exportColumns)}`;
  for await (const book of books) {
    for await (const entry of book.entries()) {
      if (isHeading(entry)) {
        yield toHeadingLine(entry, book);
        continue;
      }
      const { id, anchor, style, note, tags, chapter, placement, createdAt, changedAt, url } = entry;
      yield toCsvLine([
        id,
        book.title,
        book.author,
        book.isbns.join(" "),
        chapter,
        style ?? (note ? "note" : "bookmark"),
        anchor.quote?.exact ?? "",
        note,
        tags.join("\n"),
        placement,
        createdAt.toISOString(),
        changedAt.toISOString(),
        isTextAnchor(anchor)
          ? null
          : [anchor.chapter, anchor.offset, anchor.fraction, anchor.end]
              .filter((part) => part !== undefined)
              .join(":"),
        url,
      ]);
    }
  }
}

function toHeadingLine({ headingId, heading }: NotebookHeading, book: ExportedBook): string {
  const cells: Partial<Record<(typeof exportColumns)[number], string>> = {
    id: headingId,
    book: book.title,
    author: book.author,
    isbn: book.isbns.join(" "),
    kind: headingKind,
    note: heading,
    url: book.url,
  };
  return toCsvLine(exportColumns.map((column) => cells[column] ?? null));
}
