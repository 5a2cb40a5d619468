import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import {
  maxShelves,
  type OwnShelf,
  type ShelfId,
  type ShelfVisibility,
  type shelvesContract,
} from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { getAccess } from "#server/features/books/service.ts";
import { containsHeldWord } from "#server/features/community/service.ts";
import { deleteFollowsOf } from "#server/features/follows/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound, reason } from "#server/http/api/problem.ts";
import { appendBooks, listNotes } from "./book-queries.ts";
import {
  countShelves,
  deleteShelfRow,
  insertShelf,
  listOwnShelfRows,
  lockOwnShelf,
  lockShelves,
  updateShelfRow,
} from "./queries.ts";
import { toShelves } from "./to-shelf.ts";

export async function listShelves(
  context: Context,
  { query: { bookId } }: InputOf<typeof shelvesContract.listShelves>,
): Promise<OwnShelf[]> {
  const rows = await listOwnShelfRows(context.db, context.user, bookId, maxShelves);
  const shelves = await toShelves(context, context.user, rows);
  return shelves.map(({ removedAt, removedReason, ...shelf }) => ({
    ...shelf,
    removedReason: removedAt && removedReason,
  }));
}

/** @throws {ProblemError} `not_found` for a hidden book; `conflict` above the limit and for held words; `email_unverified` */
export async function createShelf(
  context: Context,
  { body: { bookId, ...facts } }: InputOf<typeof shelvesContract.createShelf>,
): Promise<{ id: ShelfId }> {
  const { db, user } = context;
  const now = context.clock();
  if (bookId) await getAccess(context, user, bookId);
  const id = await db.transaction(async (tx) => {
    await lockShelves(tx, user.id);
    await checkShared(tx, user, facts.visibility, [facts.name, facts.description]);
    await requireRoom(tx, user, 1);
    const created = await insertShelf(tx, { ...facts, userId: user.id, now });
    if (bookId) await appendBooks(tx, created, [bookId], { now });
    return created;
  });
  return { id };
}

/** @throws {ProblemError} `conflict` above the maximum number of shelves */
export async function requireRoom(tx: Database, user: User, added: number): Promise<void> {
  if ((await countShelves(tx, user.id)) + added > maxShelves) {
    throw conflict(reason("too_many_shelves", { max: maxShelves }));
  }
}

/**
 * Texts that others see come from readers with a verified email, and have no word that staff hold.
 *
 * @throws {ProblemError} `email_unverified`; `conflict`
 */
export async function checkShared(
  tx: Database,
  user: User,
  visibility: ShelfVisibility,
  texts: readonly string[],
): Promise<void> {
  if (visibility === "private") return;
  if (visibility === "public") requireVerifiedEmail(user);
  if (await containsHeldWord(tx, normalizeSearchText(texts.join(" ")))) throw conflict("shelf_held_word");
}

/** @throws {ProblemError} `not_found`; `conflict` for held words and after staff hid it; `email_unverified` */
export async function updateShelf(
  context: Context,
  { params: { shelfId }, body: facts }: InputOf<typeof shelvesContract.updateShelf>,
): Promise<void> {
  const { db, user } = context;
  const now = context.clock();
  await db.transaction(async (tx) => {
    const shelf = await lockOwnShelf(tx, user.id, shelfId);
    if (!shelf) throw notFound("shelf");
    if (shelf.removedAt) throw conflict("shelf_removed");
    const isOpened = shelf.visibility !== facts.visibility && facts.visibility !== "private";
    const notes = isOpened ? await listNotes(tx, shelfId) : [];
    await checkShared(tx, user, facts.visibility, [facts.name, facts.description, ...notes]);
    await updateShelfRow(tx, shelfId, {
      ...facts,
      updatedAt: now,
      ...(isOpened && { announcedAt: now }),
      ...(facts.visibility !== "public" && { pickedAt: null }),
    });
    if (facts.visibility === "private") await withdrawSubject(tx, getSubject(shelfId));
  });
}

/** The subject of notifications about a shelf. */
export const getSubject = (id: ShelfId): string => `shelf:${id}`;

/** Idempotent. */
export async function deleteShelf(
  { db, user }: Context,
  { params: { shelfId } }: InputOf<typeof shelvesContract.deleteShelf>,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deleteShelfRow(tx, user.id, shelfId))) return;
    await deleteFollowsOf(tx, "shelf", shelfId);
    await withdrawSubject(tx, getSubject(shelfId));
  });
}

/** Locks an own shelf. @throws {ProblemError} `not_found` */
export async function requireOwnShelf(tx: Database, user: User, id: ShelfId) {
  const shelf = await lockOwnShelf(tx, user.id, id);
  if (!shelf) throw notFound("shelf");
  return shelf;
}
