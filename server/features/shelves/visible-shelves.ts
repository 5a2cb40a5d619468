import type { InputOf } from "#shared/api/contract.ts";
import type { Book } from "#shared/books/book.ts";
import { maxShelves, type Shelf, type ShelfDetail, type shelvesContract } from "#shared/shelves/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { findListedReader } from "#server/features/profiles/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import { clearPick, setPick } from "./pick-queries.ts";
import { findPickedRow, findShelfRow, listShelfBookRows, listVisibleShelfRows } from "./queries.ts";
import { toShelves } from "./to-shelf.ts";

/** @throws {ProblemError} `not_found` for shelves that the user may not see */
export async function getShelf(
  context: GuestContext,
  { params: { shelfId } }: InputOf<typeof shelvesContract.getShelf>,
): Promise<ShelfDetail> {
  const { db, user } = context;
  const row = await findShelfRow(db, user, shelfId, context.clock());
  if (!row) throw notFound("shelf");
  const { userId, removedAt, removedReason, pickedAt, ...rest } = row;
  const [shelf] = await toShelves(context, user, [rest]);
  if (!shelf) throw notFound("shelf");
  const isOwn = userId === user?.id;
  return { ...shelf, isOwn, isPicked: pickedAt !== null, removedReason: removedAt && removedReason };
}

/** @throws {ProblemError} `not_found` for readers whose profile the user may not open */
export async function listReaderShelves(
  context: Context,
  { params: { username } }: InputOf<typeof shelvesContract.listReaderShelves>,
): Promise<Shelf[]> {
  const { db, user } = context;
  const readerId = await findListedReader(context, username);
  if (!readerId) return [];
  const rows = await listVisibleShelfRows(db, user, readerId, context.clock(), maxShelves);
  return toShelves(context, user, rows);
}

const pickedBooks = 12;

/** Null unless an admin chose one that is still public and has books. */
export async function getPickedShelf(context: GuestContext): Promise<{ shelf: Shelf; books: Book[] } | null> {
  const { db, user } = context;
  const row = await findPickedRow(db, user, context.clock());
  if (!row || row.bookCount === 0) return null;
  const [shelf] = await toShelves(context, user, [row]);
  const rows = await listShelfBookRows(db, user, row.id, { after: undefined, limit: pickedBooks });
  const ids = rows.map(({ bookId }) => bookId);
  const found = new Map((await listVisibleBooks(context, user, ids)).map((book) => [book.id, book]));
  const books = ids.flatMap((id) => found.get(id) ?? []);
  return shelf ? { shelf, books } : null;
}

/** @throws {ProblemError} `not_found`; `conflict` for shelves that are not public */
export async function pickShelf(
  context: Context,
  { body: { shelfId } }: InputOf<typeof shelvesContract.pickShelf>,
): Promise<void> {
  const { db, user } = context;
  const now = context.clock();
  await db.transaction(async (tx) => {
    const row = shelfId && (await findShelfRow(tx, null, shelfId, now));
    if (shelfId && !row) {
      if (await findShelfRow(tx, user, shelfId, now)) throw conflict("shelf_not_public");
      throw notFound("shelf");
    }
    await clearPick(tx);
    if (shelfId) await setPick(tx, shelfId, now);
    await writeAudit(context, row ? "shelf.picked" : "shelf.unpicked", user.id, row ? row.name : "", {}, tx);
  });
}
