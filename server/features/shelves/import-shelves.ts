import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { maxShelfBooks, maxShelves, type ShelfId } from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { appendBooks, countShelfBooks } from "./book-queries.ts";
import { insertShelf, listShelfNames, lockOwnShelf, lockShelves, updateShelfRow } from "./queries.ts";

interface WantedShelf {
  readonly name: string;
  readonly bookIds: readonly BookId[];
}

interface PlannedShelf extends WantedShelf {
  /** The user's shelf of that name; null for a new one. */
  readonly id: ShelfId | null;
}

/** Which shelves an import fills, and how many more there is no room for. */
export async function planShelves(
  db: Database,
  user: User,
  wanted: readonly WantedShelf[],
): Promise<{ shelves: readonly PlannedShelf[]; skippedCount: number }> {
  const own = await listShelfNames(db, user.id);
  const ids = new Map(own.toReversed().map(({ id, name }) => [normalizeSearchText(name) || name, id]));
  const planned = wanted.map((shelf) => ({
    ...shelf,
    id: ids.get(normalizeSearchText(shelf.name) || shelf.name) ?? null,
  }));
  const added = planned.filter(({ id }) => id === null).slice(0, maxShelves - own.length);
  const shelves = planned.filter((shelf) => shelf.id !== null || added.includes(shelf));
  return { shelves, skippedCount: planned.length - shelves.length };
}

/**
 * Adds imported books to the user's shelves; new ones are private.
 *
 * @returns the number of shelves that got books
 */
export async function fillShelves(
  tx: Database,
  user: User,
  wanted: readonly WantedShelf[],
  now: Date,
): Promise<number> {
  if (wanted.length === 0) return 0;
  await lockShelves(tx, user.id);
  let filledCount = 0;
  for (const { id, name, bookIds } of (await planShelves(tx, user, wanted)).shelves) {
    const facts = { userId: user.id, name, description: "", visibility: "private" as const };
    const shelfId = id ?? (await insertShelf(tx, { ...facts, now }));
    await lockOwnShelf(tx, user.id, shelfId);
    const room = maxShelfBooks - (await countShelfBooks(tx, shelfId));
    if ((await appendBooks(tx, shelfId, bookIds.slice(0, room), { now })) === 0) continue;
    await updateShelfRow(tx, shelfId, { updatedAt: now });
    filledCount += 1;
  }
  return filledCount;
}
