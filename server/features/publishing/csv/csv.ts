import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { InputOf } from "#shared/api/contract.ts";
import type { Reason } from "#shared/api/problem.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { BulkEdit } from "#shared/publishing/bulk-edits.ts";
import { type CsvPreview, changeColumns, type csvContract } from "#shared/publishing/csv.ts";
import type { BookChanges, BookField } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { isSame } from "#server/features/publishing/apply-changes.ts";
import { insertBulkEdit } from "#server/features/publishing/bulk-edit-queries.ts";
import { getBulkEdit, runBulkEdit } from "#server/features/publishing/bulk-edits.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { conflict, reason } from "#server/http/api/problem.ts";
import { toCsvLine } from "#server/http/csv-line.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import {
  type CsvBook,
  insertChangedBooks,
  listBooksAfter,
  listByIds,
  listByIsbns,
  listByTitles,
  listLockedFields,
} from "./queries.ts";
import { type MetadataRow, type RowProblem, readMetadata } from "./read-metadata.ts";

interface Options {
  readonly includesLocked?: boolean | undefined;
}

interface PlannedBook {
  readonly row: number;
  readonly book: CsvBook;
  readonly changes: BookChanges;
}

const batchSize = 1_000;
const maxProblems = 100;
const maxExamples = 20;

/** @throws {ProblemError} `unprocessable_file` */
export async function previewCsv(
  { db }: Context,
  { file, query: options }: InputOf<typeof csvContract.previewCsv>,
): Promise<CsvPreview> {
  const { planned, problems, total, unchanged } = await planFile(db, file, options);
  return {
    rows: total,
    changed: planned.length,
    unchanged,
    problems: problems.slice(0, maxProblems),
    problemCount: problems.length,
    examples: planned.slice(0, maxExamples).map(({ row, book, changes }) => ({
      row,
      bookId: book.id,
      title: book.title,
      changes: Object.entries(changes).map(([field, after]) => ({
        field,
        before: getCurrentValue(book, field as BookField),
        after,
      })),
    })),
  };
}

/**
 * Starts the bulk edit of a CSV.
 *
 * @throws {ProblemError} `unprocessable_file`; `conflict` when another number of books would change
 */
export async function applyCsv(
  context: Context,
  { file, query: { expected, ...options } }: InputOf<typeof csvContract.applyCsv>,
): Promise<BulkEdit> {
  const { db, clock, jobs, user } = context;
  const { planned } = await planFile(db, file, options);
  const total = planned.length;
  if (total !== Number(expected)) throw conflict(reason("count_changed", { n: total }));
  const fields = [...new Set(planned.flatMap(({ changes }) => Object.keys(changes)))];
  const id = await db.transaction(async (tx) => {
    const edit = { actorId: user.id, changes: {}, csvFields: fields, total, createdAt: clock() };
    const bulkId = await insertBulkEdit(tx, edit);
    await insertChangedBooks(
      tx,
      bulkId,
      planned.map(({ book, changes }) => ({ bookId: book.id, changes })),
    );
    await writeAudit(context, "books.csv_applied", user.id, bulkId, { total }, tx);
    await jobs.add(runBulkEdit, { bulkId }, { db: tx });
    return bulkId;
  });
  return getBulkEdit(db, id);
}

async function planFile(db: Database, file: Blob, { includesLocked = false }: Options) {
  const { rows, problems, total } = readMetadata(await file.text());
  const planned: PlannedBook[] = [];
  const seenIds = new Set<BookId>();
  let unchanged = 0;
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize);
    const findBook = await createFinder(db, batch);
    const found = batch.flatMap((row) => {
      const book = findBook(row);
      const rejection =
        "code" in book ? book : seenIds.has(book.id) ? { code: "csv_row_twice" as const } : null;
      if (rejection || "code" in book) {
        problems.push({ row: row.row, reason: rejection ?? { code: "csv_row_unknown" } });
        return [];
      }
      seenIds.add(book.id);
      return [{ row, book }];
    });
    const locked = await listLockedFields(
      db,
      found.map(({ book }) => book.id),
    );
    for (const { row, book } of found) {
      const result = planBook(row, book, includesLocked ? new Set() : (locked.get(book.id) ?? new Set()));
      if (result.locked.length > 0) {
        problems.push({ row: row.row, reason: { code: "csv_locked", fields: result.locked.join(", ") } });
      }
      if (Object.keys(result.changes).length > 0)
        planned.push({ row: row.row, book, changes: result.changes });
      else unchanged++;
    }
  }
  problems.sort((a: RowProblem, b: RowProblem) => a.row - b.row);
  return { planned, problems, total, unchanged };
}

/** Finds the book of each row; a reason when there is none or several. */
async function createFinder(db: Database, rows: readonly MetadataRow[]) {
  const keys = rows.map(({ key }) => key);
  const ids = keys.flatMap((key) => (key.by === "id" ? [key.id] : []));
  const isbns = keys.flatMap((key) => (key.by === "isbn" ? [key.isbn] : []));
  const titles = keys.flatMap((key) => (key.by === "title" ? [normalizeSearchText(key.title)] : []));
  const byId = new Map((ids.length > 0 ? await listByIds(db, ids) : []).map((book) => [book.id, book]));
  const byIsbn = group(isbns.length > 0 ? await listByIsbns(db, isbns) : [], (book) => book.isbns);
  const byTitle = group(titles.length > 0 ? await listByTitles(db, titles) : [], (book) => [
    getTitleKey(book),
  ]);
  return ({ key }: MetadataRow): CsvBook | Reason => {
    const found =
      key.by === "id"
        ? [byId.get(key.id)].flatMap((book) => book ?? [])
        : key.by === "isbn"
          ? byIsbn.get(key.isbn)
          : byTitle.get(getTitleKey(key));
    const [book, ...others] = found ?? [];
    if (!book) return { code: "csv_row_unknown" };
    return others.length > 0 ? { code: "csv_row_ambiguous" } : book;
  };
}

const getTitleKey = ({ title, author }: { readonly title: string; readonly author: string }) =>
  `${normalizeSearchText(title)}\n${normalizeSearchText(author)}`;

function group(books: readonly CsvBook[], getKeys: (book: CsvBook) => readonly string[]) {
  const groups = new Map<string, CsvBook[]>();
  for (const book of books) {
    for (const key of getKeys(book)) groups.set(key, [...(groups.get(key) ?? []), book]);
  }
  return groups;
}

function planBook(
  { changes: { series, ...changes }, seriesPosition }: MetadataRow,
  book: CsvBook,
  locked: ReadonlySet<string>,
): { readonly changes: BookChanges; readonly locked: string[] } {
  const current = getCurrentSeries(book);
  const name = series === undefined ? current?.name : series?.name;
  const position = seriesPosition === undefined ? (current?.position ?? null) : seriesPosition;
  const targets = {
    ...changes,
    ...((series !== undefined || seriesPosition !== undefined) && {
      series: name ? { name, position } : null,
    }),
  };
  const different = Object.entries(targets).filter(
    ([field, value]) => !isSame(getCurrentValue(book, field as BookField), value),
  );
  return {
    changes: Object.fromEntries(different.filter(([field]) => !locked.has(field))),
    locked: different.flatMap(([field]) => (locked.has(field) ? [field] : [])),
  };
}

const getCurrentSeries = ({ series: name, seriesPosition: position }: CsvBook) =>
  name === null ? null : { name, position };

function getCurrentValue(book: CsvBook, field: BookField): unknown {
  return field === "series" ? getCurrentSeries(book) : book[field as Exclude<keyof CsvBook, "series">];
}

/** Exports all books, in batches. */
export async function exportBooksCsv({ db, clock, settings, res }: HttpContext): Promise<void> {
  sendAsUpload(res, `${settings.productName} books ${clock().toISOString().slice(0, 10)}.csv`);
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Cache-Control", "private, no-store");
  if (res.req.method === "HEAD") return void res.end();
  await pipeline(Readable.from(writeCsvLines(db)), res).catch(() => res.destroy());
}

async function* writeCsvLines(db: Database): AsyncGenerator<string> {
  yield `\uFEFF${toCsvLine(["id", "isbn", "title", "author", ...changeColumns])}`;
  for (let after: BookId | null = null; ; ) {
    const books: CsvBook[] = await listBooksAfter(db, after, batchSize);
    yield books.map(toLine).join("");
    if (books.length < batchSize) return;
    after = books.at(-1)?.id ?? null;
  }
}

const toLine = (book: CsvBook) =>
  toCsvLine([
    book.id,
    book.isbns[0] ?? "",
    book.title,
    book.author,
    ...changeColumns.map((column) => {
      const value = book[column];
      return Array.isArray(value) ? value.join("; ") : (value as string | number | boolean | null);
    }),
  ]);
