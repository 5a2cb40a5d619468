import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import {
  maxShelfBooks,
  type ShelfBook,
  type ShelfId,
  type shelvesContract,
} from "#shared/shelves/contract.ts";
import { getAccess, listVisibleBooks } from "#server/features/books/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { decodeCursor, toPage } from "#server/http/api/cursor.ts";
import { conflict, notFound, reason } from "#server/http/api/problem.ts";
import {
  appendBooks,
  countShelfBooks,
  deleteBookRow,
  listBookIds,
  saveOrder,
  updateNote,
} from "./book-queries.ts";
import { findShelfRow, listShelfBookRows, updateShelfRow } from "./queries.ts";
import { checkShared, requireOwnShelf } from "./shelves.ts";

const defaultPage = 50;
const positionAndId = z.tuple([z.int32(), z.uuid()]);

/** @throws {ProblemError} `not_found` for shelves that the user may not see; `invalid_input` for another list's cursor */
export async function listShelfBooks(
  context: GuestContext,
  {
    params: { shelfId },
    query: { limit = defaultPage, cursor },
  }: InputOf<typeof shelvesContract.listShelfBooks>,
): Promise<{ books: ShelfBook[]; nextCursor: string | null }> {
  const { shown, nextCursor } = await listShelfPage(context, shelfId, { limit, cursor });
  const ids = shown.map(({ bookId }) => bookId);
  const books = new Map((await listVisibleBooks(context, context.user, ids)).map((book) => [book.id, book]));
  const found = shown.flatMap(({ bookId, note, addedAt }) => {
    const book = books.get(bookId);
    return book ? [{ book, note, addedAt }] : [];
  });
  return { books: found, nextCursor };
}

/** @throws {ProblemError} `not_found` for shelves that the user may not see; `invalid_input` for another list's cursor */
export async function listShelfPage(
  { db, user, clock }: Pick<GuestContext, "db" | "user" | "clock">,
  shelfId: ShelfId,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
) {
  const after = decodeCursor(cursor, positionAndId);
  const shelf = await findShelfRow(db, user, shelfId, clock());
  if (!shelf) throw notFound("shelf");
  const rows = await listShelfBookRows(db, user, shelfId, { after, limit: limit + 1 });
  return { shelf, ...toPage(rows, limit, ({ position, bookId }) => [position, bookId]) };
}

/** @throws {ProblemError} `not_found` for another's shelf and a hidden book; `conflict` above the limit and for held words */
export async function saveShelfBook(
  context: Context,
  { params: { shelfId, bookId }, body: { note } }: InputOf<typeof shelvesContract.saveShelfBook>,
): Promise<void> {
  const { db, user } = context;
  const now = context.clock();
  await db.transaction(async (tx) => {
    const shelf = await requireOwnShelf(tx, user, shelfId);
    await getAccess({ db: tx }, user, bookId);
    if (note) await checkShared(tx, user, shelf.visibility, [note]);
    const added = await appendBooks(tx, shelfId, [bookId], { now, ...(note !== undefined && { note }) });
    if (added === 0 && note !== undefined) await updateNote(tx, shelfId, bookId, note);
    if (added > 0 && (await countShelfBooks(tx, shelfId)) > maxShelfBooks) {
      throw conflict(reason("too_many_shelf_books", { max: maxShelfBooks }));
    }
    await updateShelfRow(tx, shelfId, { updatedAt: now });
  });
}

/** Idempotent. @throws {ProblemError} `not_found` for another's shelf */
export async function deleteShelfBook(
  context: Context,
  { params: { shelfId, bookId } }: InputOf<typeof shelvesContract.deleteShelfBook>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    await requireOwnShelf(tx, context.user, shelfId);
    if (await deleteBookRow(tx, shelfId, bookId)) {
      await updateShelfRow(tx, shelfId, { updatedAt: context.clock() });
    }
  });
}

/** @throws {ProblemError} `not_found` for another's shelf, and books that are not on it */
export async function moveShelfBook(
  context: Context,
  { params: { shelfId, bookId }, body: { after } }: InputOf<typeof shelvesContract.moveShelfBook>,
): Promise<void> {
  if (after === bookId) return;
  await context.db.transaction(async (tx) => {
    await requireOwnShelf(tx, context.user, shelfId);
    const ids = await listBookIds(tx, shelfId);
    const others = ids.filter((id) => id !== bookId);
    const previous = after === null ? -1 : others.indexOf(after);
    const isMissing = others.length === ids.length || (after !== null && previous < 0);
    if (isMissing) throw notFound("book");
    await saveOrder(tx, shelfId, others.toSpliced(previous + 1, 0, bookId));
    await updateShelfRow(tx, shelfId, { updatedAt: context.clock() });
  });
}
