import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { libraryStreams } from "#shared/library/export-contract.ts";
import type { ImportedBookId } from "#shared/shelf-import/contract.ts";
import type { Database } from "#server/db/client.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import {
  type ExportedBook,
  type ExportedImport,
  listExportedBooks,
  listExportedImports,
} from "./export-queries.ts";
import { type ExportRow, exportColumns } from "./formats.ts";

const pageSize = 500;

/** Sends the library, the shelves and imported books as a file that another site imports. */
export async function exportLibrary(
  { db, user, res, settings, clock }: HttpContext,
  { query: { format } }: InputOf<typeof libraryStreams.exportLibrary>,
): Promise<void> {
  const day = clock().toISOString().slice(0, 10);
  sendAsUpload(res, `${settings.productName} ${format} ${day}.csv`);
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  const columns = exportColumns[format];
  const write = async function* () {
    // The importers of the sites read the names of the columns without a byte order mark.
    yield toCsvLine(Object.keys(columns));
    for await (const rows of listRows(db, user)) {
      yield rows.map((row) => toCsvLine(Object.values(columns).map((getCell) => getCell(row)))).join("");
    }
  };
  await pipeline(Readable.from(write()), res).catch(() => res.destroy());
}

async function* listRows(db: Database, user: User): AsyncGenerator<readonly ExportRow[]> {
  let afterBook: BookId | null = null;
  for (;;) {
    const page: ExportedBook[] = await listExportedBooks(db, user, { after: afterBook, limit: pageSize });
    yield page.map(toBookRow);
    afterBook = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
  let afterImport: ImportedBookId | null = null;
  for (;;) {
    const page: ExportedImport[] = await listExportedImports(db, user.id, {
      after: afterImport,
      limit: pageSize,
    });
    yield page.map(toImportedRow);
    afterImport = page.at(-1)?.id ?? null;
    if (page.length < pageSize) break;
  }
}

const toDay = (date: Date | null) => date?.toISOString().slice(0, 10) ?? "";

function toBookRow({
  addedAt,
  startedAt,
  finishedAt,
  halfStars,
  text,
  hasSpoiler,
  ...book
}: ExportedBook): ExportRow {
  return {
    ...book,
    isAudiobook: book.hasAudiobook && !book.hasEbook,
    addedOn: toDay(addedAt),
    startedOn: toDay(startedAt),
    finishedOn: book.status === "finished" ? toDay(finishedAt) : "",
    stars: halfStars === null ? null : halfStars / 2,
    review: text ?? "",
    hasSpoiler: hasSpoiler ?? false,
  };
}

const toImportedRow = ({
  title,
  author,
  status,
  stars,
  finishedOn,
  storedAt,
}: ExportedImport): ExportRow => ({
  title,
  authors: author ? [author] : [],
  narrators: [],
  series: null,
  seriesPosition: null,
  isbns: [],
  publisher: "",
  publishedYear: null,
  pageCount: null,
  duration: null,
  language: "",
  isAudiobook: false,
  status,
  addedOn: toDay(storedAt),
  startedOn: "",
  finishedOn: finishedOn ?? "",
  stars,
  review: "",
  hasSpoiler: false,
  shelves: [],
});
