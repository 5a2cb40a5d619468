import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { CsvError } from "#shared/api/read-csv.ts";
import type { BookId } from "#shared/books/book.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import {
  type ImportedBook,
  maxRows,
  type ShelfPreview,
  type shelfImportContract,
} from "#shared/shelf-import/contract.ts";
import {
  getNormalizedTitles,
  isProbablySame,
  readShelf,
  type Shelf,
} from "#shared/shelf-import/read-shelf.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { addEntries } from "#server/features/library/service.ts";
import { fillShelves, planShelves } from "#server/features/shelves/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, toPage } from "#server/http/api/cursor.ts";
import { conflict, reason, unprocessableFile } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  countImportedBooks,
  deleteImportedBooks,
  listByIsbns,
  listByTitles,
  listImportedRows,
  lockImportedBooks,
  type MatchCandidate,
  type MatchedBook,
  saveImportedBooks,
} from "./queries.ts";

const [maxShown, maxSkipped, defaultPage] = [200, 50, 50];

/**
 * Parses a table and matches its books without storing anything.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function previewImport(
  context: Context,
  { file }: InputOf<typeof shelfImportContract.previewImport>,
): Promise<ShelfPreview> {
  const shelf = await readTable(file, context.clock());
  const books = await matchBooks(context, context.user, shelf.books);
  const found = books.filter(({ book }) => book !== null);
  const plan = await planShelves(context.db, context.user, groupByShelf(books));
  const preview = [...found, ...books.filter(({ book }) => book === null)].slice(0, maxShown);
  return {
    source: shelf.source,
    total: books.length,
    found: found.length,
    rows: preview.map(({ key: _key, shelves: _shelves, book, ...row }) => ({
      ...row,
      book: book && toBookReference(book),
    })),
    shelves: plan.shelves.map(({ id, name, bookIds }) => ({
      name,
      books: bookIds.length,
      isNew: id === null,
    })),
    skippedShelves: plan.skippedCount,
    skipped: shelf.skipped.slice(0, maxSkipped),
    skippedCount: shelf.skipped.length,
  };
}

/**
 * Imports a table: matches go into the library and on the reader's shelves, all rows into the reader's own record.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason; `conflict` above the limit
 */
export async function runImport(
  context: Context,
  { file }: InputOf<typeof shelfImportContract.runImport>,
): Promise<{ added: number; saved: number; shelves: number; total: number }> {
  const { user } = context;
  const now = context.clock();
  const shelf = await readTable(file, now);
  const books = await matchBooks(context, user, shelf.books);
  const entries = books.flatMap(({ book, status }) => (book && status ? [{ bookId: book.id, status }] : []));
  const result = await context.db.transaction(async (tx) => {
    await lockImportedBooks(tx, user.id);
    const stored = await saveImportedBooks(tx, user.id, { source: shelf.source, books, now });
    if ((await countImportedBooks(tx, user.id)) > maxRows) {
      throw conflict(reason("too_many_imported_books", { max: maxRows }));
    }
    const added = await addEntries(tx, user.id, entries, now);
    return { saved: stored, added, shelves: await fillShelves(tx, user, groupByShelf(books), now) };
  });
  return { ...result, total: books.length };
}

/**
 * Latest first.
 *
 * @throws {ProblemError} `invalid_input` for an unknown cursor
 */
export async function listImportedBooks(
  context: Context,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof shelfImportContract.listImportedBooks>,
): Promise<{ books: ImportedBook[]; total: number; nextCursor: string | null }> {
  const { user } = context;
  const [from = 0] = decodeCursor(cursor, z.tuple([z.int().check(z.gte(0), z.lte(999_999))])) ?? [];
  const [rows, total] = await Promise.all([
    listImportedRows(context.db, user.id, { from, limit: limit + 1 }),
    countImportedBooks(context.db, user.id),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, () => [from + limit]);
  const ids = shown.flatMap(({ bookId }) => bookId ?? []);
  const visible = new Map((await listVisibleBooks(context, user, ids)).map((book) => [book.id, book]));
  const books = shown.map(({ bookId, userId: _userId, key: _key, storedAt: _storedAt, ...row }) => {
    const book = bookId && visible.get(bookId);
    return { ...row, book: book ? toBookReference(book) : null };
  });
  return { books, total, nextCursor };
}

export async function deleteImportedBook(
  { db, user }: Context,
  { params: { importedBookId } }: InputOf<typeof shelfImportContract.deleteImportedBook>,
): Promise<void> {
  await deleteImportedBooks(db, user.id, importedBookId);
}

/** The books of this library by shelf, in its order. */
function groupByShelf(
  books: readonly Pick<MatchedBook, "book" | "shelves">[],
): readonly { readonly name: string; readonly bookIds: readonly BookId[] }[] {
  const shelves = new Map<string, { id: BookId; position: number }[]>();
  for (const { book, shelves: places } of books) {
    if (!book) continue;
    for (const { name, position } of places) {
      const shelf = shelves.get(name) ?? [];
      shelf.push({ id: book.id, position: position ?? Number.POSITIVE_INFINITY });
      shelves.set(name, shelf);
    }
  }
  return Array.from(shelves, ([name, shelf]) => ({
    name,
    bookIds: [...new Set(shelf.toSorted((a, b) => a.position - b.position || 0).map(({ id }) => id))],
  }));
}

async function readTable(file: Blob, now: Date): Promise<Shelf> {
  try {
    return removeFutureDates(readShelf(decodeText(new Uint8Array(await file.arrayBuffer()))), now);
  } catch (error) {
    if (error instanceof CsvError) throw unprocessableFile(error.reason);
    if (error instanceof TypeError) throw unprocessableFile("csv_not_utf8");
    throw error;
  }
}

/** Spreadsheets save "Unicode text" as UTF-16 with a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}

function removeFutureDates(shelf: Shelf, now: Date): Shelf {
  const today = toLocalDay("+14:00", now.getTime());
  const books = shelf.books.map((book) =>
    book.finishedOn !== null && book.finishedOn > today ? { ...book, finishedOn: null } : book,
  );
  return { ...shelf, books };
}

interface UnmatchedBook {
  readonly title: string;
  readonly author: string;
  readonly isbns: readonly string[];
}

/** Finds the book of this library for each book of a file, by ISBN, else by title and author. */
export async function matchBooks<Row extends UnmatchedBook>(
  services: Pick<Services, "db">,
  user: User,
  books: readonly Row[],
): Promise<(Omit<Row, "isbns"> & { readonly book: MatchCandidate | null })[]> {
  const titles = new Set(books.flatMap(({ title }) => getNormalizedTitles(title)));
  const byTitle = groupCandidates(await listByTitles(services.db, user, [...titles]), (each) => [
    each.normalizedTitle,
  ]);
  const isbns = new Set(books.flatMap((row) => row.isbns));
  const byIsbn = groupCandidates(await listByIsbns(services.db, user, [...isbns]), (each) => each.isbns);
  return books.map(({ isbns, ...row }) => {
    const isbnMatches = new Set(isbns.flatMap((isbn) => byIsbn.get(isbn) ?? []));
    return {
      ...row,
      book: isbnMatches.size > 0 ? chooseMatch([...isbnMatches], row) : findBookByTitle(byTitle, row),
    };
  });
}

function groupCandidates(
  candidates: readonly MatchCandidate[],
  getKeys: (candidate: MatchCandidate) => readonly string[],
): ReadonlyMap<string, readonly MatchCandidate[]> {
  const groups = new Map<string, MatchCandidate[]>();
  for (const candidate of candidates) {
    for (const key of getKeys(candidate)) groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return groups;
}

function chooseMatch(
  isbnMatches: readonly MatchCandidate[],
  row: { readonly title: string; readonly author: string },
): MatchCandidate | null {
  const [first = null] = isbnMatches;
  return isbnMatches.length > 1
    ? findBookByTitle(
        groupCandidates(isbnMatches, (each) => [each.normalizedTitle]),
        row,
      )
    : first;
}

/** The unique book with the longest matching title; null for several. */
function findBookByTitle(
  byTitle: ReadonlyMap<string, readonly MatchCandidate[]>,
  { title, author }: { readonly title: string; readonly author: string },
): MatchCandidate | null {
  for (const normalized of getNormalizedTitles(title)) {
    const matches = (byTitle.get(normalized) ?? []).filter((candidate) =>
      isProbablySame(candidate.author, author),
    );
    if (matches.length > 0) return matches.length === 1 ? (matches[0] ?? null) : null;
  }
  return null;
}

const toBookReference = ({ id, title, author }: Pick<MatchCandidate, "id" | "title" | "author">) => ({
  id,
  title,
  author,
});
