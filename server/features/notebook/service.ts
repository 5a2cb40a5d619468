import { hash } from "node:crypto";
import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { notebookContract } from "#shared/notebook/contract.ts";
import { deletedMarkDays, type NotebookItem, type NotebookMark } from "#shared/notebook/notebook.ts";
import { listSavedMarks } from "#server/features/marks/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, getListKey, toPage } from "#server/http/api/cursor.ts";
import { conflict, invalid, notFound } from "#server/http/api/problem.ts";
import { countMarks, type ListedMark, listMarkedBooks, listMarkIds, listTags } from "./list-queries.ts";
import { listItems, listOwnMarkIds, lockNotebook, replaceItems } from "./order-queries.ts";

const dayMs = 24 * 3_600_000;
const defaultPage = 50;
const cursorParts = z.tuple([z.string(), z.array(z.union([z.string(), z.number()]))]);

export const getDeletedAfter = (now: Date) => new Date(now.getTime() - deletedMarkDays * dayMs);

/**
 * The user's marks; access to their books is not needed.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function listMarks(
  context: Context,
  { query }: InputOf<typeof notebookContract.listMarks>,
): Promise<{ marks: NotebookMark[]; nextCursor: string | null }> {
  const { db, user, clock } = context;
  const { limit = defaultPage, cursor, order = "date", ...filter } = query;
  const key = getListKey(`marks ${user.id} ${JSON.stringify([order, filter])}`);
  const [listKey, after = null] = decodeCursor(cursor, cursorParts) ?? [key];
  if (listKey !== key) throw invalid({ cursor: "page_of_other_list" });
  const condition = { ...filter, deletedAfter: getDeletedAfter(clock()) };
  const rows = await listMarkIds(db, user, condition, { order, after, limit: limit + 1 });
  const { shown, nextCursor } = toPage(rows, limit, ({ position }) => [key, position as never]);
  return { marks: await toNotebookMarks(context, shown), nextCursor };
}

/** Marks in the order of the rows, with their books. */
export async function toNotebookMarks(
  context: Context,
  rows: readonly Omit<ListedMark, "position">[],
): Promise<NotebookMark[]> {
  const saved = await listSavedMarks(
    context,
    rows.map(({ id }) => id),
  );
  const byId = new Map(saved.map((mark) => [mark.id, mark]));
  return rows.flatMap(({ id, bookId, title, author, isVisible }) => {
    const mark = byId.get(id);
    return mark ? [{ ...mark, book: { id: bookId, title, author, isVisible } }] : [];
  });
}

export async function getMarkSummary({ db, user, clock }: Context) {
  const [counts, books, tags] = await Promise.all([
    countMarks(db, user.id, getDeletedAfter(clock())),
    listMarkedBooks(db, user.id),
    listTags(db, user.id),
  ]);
  return { ...counts, books, tags };
}

const getVersion = (items: readonly NotebookItem[]) => hash("sha1", JSON.stringify(items));

/** Empty for a book without an order, also for a hidden one. */
export async function getNotebook(
  { db, user }: Context,
  { params: { bookId } }: InputOf<typeof notebookContract.getNotebook>,
): Promise<{ items: NotebookItem[]; version: string }> {
  const items = await listItems(db, user.id, bookId);
  return { items, version: getVersion(items) };
}

/**
 * @throws {ProblemError} `not_found` for another reader's marks; `conflict` when another device changed the
 * order
 */
export async function saveNotebook(
  { db, user }: Context,
  { params: { bookId }, body: { items, replaces } }: InputOf<typeof notebookContract.saveNotebook>,
): Promise<{ version: string }> {
  return db.transaction(async (tx) => {
    await lockNotebook(tx, user.id);
    const ids = items.flatMap((item) => ("markId" in item ? [item.markId] : []));
    await requireOwnMarks(tx, user.id, bookId, ids);
    if (getVersion(await listItems(tx, user.id, bookId)) !== replaces) throw conflict("list_changed");
    await replaceItems(tx, user.id, bookId, items);
    return { version: getVersion(await listItems(tx, user.id, bookId)) };
  });
}

async function requireOwnMarks(
  db: Context["db"],
  userId: Context["user"]["id"],
  bookId: BookId,
  ids: readonly MarkId[],
): Promise<void> {
  const unique = [...new Set(ids)];
  const own = unique.length > 0 ? await listOwnMarkIds(db, userId, bookId, unique) : [];
  if (own.length < ids.length) throw notFound("mark");
}
