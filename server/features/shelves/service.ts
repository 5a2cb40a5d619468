import type { User, UserId } from "#shared/accounts/user.ts";
import { maxShelves, type ShelfId } from "#shared/shelves/contract.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { listNotes } from "./book-queries.ts";
import { fillShelves, planShelves } from "./import-shelves.ts";
import { findShelfRow, listOwnShelfRows, listShelfBookRows, updateShelfRow } from "./queries.ts";
import { listShelfPage } from "./shelf-books.ts";
import { getSubject } from "./shelves.ts";

export { fillShelves, listShelfPage, planShelves };

/** The shelves of a user, the most recently changed first. */
export const listOwnShelves = ({ db }: Pick<Services, "db">, user: User) =>
  listOwnShelfRows(db, user, undefined, maxShelves);

const maxReportedLength = 5_000;

/** The texts of a shelf that the user can see. @throws {ProblemError} `not_found` */
export async function getReportableShelf(
  { db, clock }: Pick<Services, "db" | "clock">,
  user: User,
  id: ShelfId,
): Promise<{ userId: UserId; text: string }> {
  const shelf = await findShelfRow(db, user, id, clock());
  if (!shelf) throw notFound("shelf");
  const texts = [shelf.name, shelf.description, ...(await listNotes(db, id))];
  return { userId: shelf.userId, text: texts.filter(Boolean).join("\n").slice(0, maxReportedLength) };
}

const maxLinkedBooks = 50;

/** A public shelf with its first books, for pages without scripts; null for others. */
export async function listPublicShelfBooks({ db, clock }: Pick<Services, "db" | "clock">, id: ShelfId) {
  const shelf = await findShelfRow(db, null, id, clock());
  if (!shelf) return null;
  const page = { after: undefined, limit: maxLinkedBooks };
  const ids = (await listShelfBookRows(db, null, id, page)).map(({ bookId }) => bookId);
  const books = new Map((await listVisibleBooks({ db }, null, ids)).map((book) => [book.id, book]));
  const { name, description, owner } = shelf;
  return {
    name,
    description,
    ownerName: owner.name,
    books: ids.flatMap((bookId) => books.get(bookId) ?? []),
  };
}

/** Hides a shelf from everyone but its owner, or shows it again. */
export async function hideShelf(
  { db, clock }: Pick<Services, "db" | "clock">,
  id: ShelfId,
  isHidden: boolean,
  reason = "",
): Promise<void> {
  await db.transaction(async (tx) => {
    await updateShelfRow(tx, id, {
      removedAt: isHidden ? clock() : null,
      removedReason: isHidden ? reason : "",
      ...(isHidden && { pickedAt: null }),
    });
    if (isHidden) await withdrawSubject(tx, getSubject(id));
  });
}
