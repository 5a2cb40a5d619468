import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { Viewer } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Person } from "#shared/people/person.ts";
import { maxShelfCovers, type ShelfId, type ShelfVisibility } from "#shared/shelves/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getPerson } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { follows } from "#server/db/schema/accounts/people.ts";
import { books } from "#server/db/schema/books/books.ts";
import { shelfBooks, shelves } from "#server/db/schema/reading/shelves.ts";
import { isShelfVisible } from "#server/db/visible-shelf.ts";
import { filterVisible } from "#server/features/books/service.ts";

/** The books of a row of `shelves` that the user may see. */
const selectBooks = (db: Database, viewer: Viewer) =>
  db
    .select({ id: books.id })
    .from(shelfBooks)
    .innerJoin(books, eq(books.id, shelfBooks.bookId))
    .where(and(sql`${shelfBooks.shelfId} = shelves.id`, filterVisible(viewer)));

const shelfColumns = (db: Database, viewer: Viewer) => ({
  ...pick(shelves, "id", "name", "description", "visibility", "updatedAt"),
  bookCount: sql<number>`(select count(*) from (${selectBooks(db, viewer)}) counted)::int`,
  coverIds: sql<BookId[]>`array(${selectBooks(db, viewer)
    .orderBy(asc(shelfBooks.position), asc(shelfBooks.bookId))
    .limit(maxShelfCovers)})`,
});

export type ShelfRow = Awaited<ReturnType<typeof listShelfRows>>[number];

interface ShelfFilter {
  readonly viewer: Viewer;
  readonly condition: SQL | undefined;
  readonly limit: number;
}

/** The most recently changed first. */
function listShelfRows(db: Database, { viewer, condition, limit }: ShelfFilter) {
  return db
    .select(shelfColumns(db, viewer))
    .from(shelves)
    .where(condition)
    .orderBy(desc(shelves.updatedAt), desc(shelves.id))
    .limit(limit);
}

export function listOwnShelfRows(db: Database, user: User, bookId: BookId | undefined, limit: number) {
  const hasBook = bookId
    ? sql<boolean>`exists (select 1 from shelf_books b where b.shelf_id = shelves.id and b.book_id = ${bookId})`
    : sql<boolean>`false`;
  return db
    .select({ ...shelfColumns(db, user), ...pick(shelves, "removedAt", "removedReason"), hasBook })
    .from(shelves)
    .where(eq(shelves.userId, user.id))
    .orderBy(desc(shelves.updatedAt), desc(shelves.id))
    .limit(limit);
}

/** Others' shelves without books are not listed. */
export function listVisibleShelfRows(db: Database, viewer: User, ownerId: UserId, now: Date, limit: number) {
  const hasBooks = sql`exists (select 1 from shelf_books b where b.shelf_id = shelves.id)`;
  const condition = and(eq(shelves.userId, ownerId), isShelfVisible(viewer.id, now), hasBooks);
  return listShelfRows(db, { viewer, condition, limit });
}

export async function findPickedRow(db: Database, viewer: Viewer, now: Date): Promise<ShelfRow | null> {
  const condition = and(sql`shelves.picked_at is not null`, isShelfVisible(viewer?.id ?? null, now));
  const [row] = await listShelfRows(db, { viewer, condition, limit: 1 });
  return row ?? null;
}

/** Null for shelves that the user may not see. */
export async function findShelfRow(db: Database, viewer: Viewer, id: ShelfId, now: Date) {
  const followerCount = sql<number>`(select count(*) from ${follows} f
    where f.kind = 'shelf' and f.subject_id = shelves.id)::int`;
  const [row] = await db
    .select({
      ...shelfColumns(db, viewer),
      ...pick(shelves, "userId", "removedAt", "removedReason", "pickedAt"),
      owner: getPerson() as SQL<Person>,
      followerCount,
    })
    .from(shelves)
    .innerJoin(users, eq(users.id, shelves.userId))
    .where(and(eq(shelves.id, id), isShelfVisible(viewer?.id ?? null, now)));
  return row ?? null;
}

export type ShelfPosition = readonly [position: number, bookId: string];

/** In the order of the shelf, without hidden books. */
export function listShelfBookRows(
  db: Database,
  viewer: Viewer,
  shelfId: ShelfId,
  page: { readonly after: ShelfPosition | undefined; readonly limit: number },
) {
  const after =
    page.after &&
    sql`(${shelfBooks.position}, ${shelfBooks.bookId}) > (${page.after[0]}, ${page.after[1]}::uuid)`;
  return db
    .select(pick(shelfBooks, "bookId", "position", "note", "addedAt"))
    .from(shelfBooks)
    .innerJoin(books, eq(books.id, shelfBooks.bookId))
    .where(and(eq(shelfBooks.shelfId, shelfId), filterVisible(viewer), after))
    .orderBy(asc(shelfBooks.position), asc(shelfBooks.bookId))
    .limit(page.limit);
}

/** Until the transaction ends, other new shelves of the user wait. */
export async function lockShelves(tx: Database, userId: UserId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('shelves'), hashtext(${userId}))`);
}

export const countShelves = (db: Database, userId: UserId): Promise<number> =>
  db.$count(shelves, eq(shelves.userId, userId));

/** The names of the user's shelves, for imports. */
export function listShelfNames(
  db: Database,
  userId: UserId,
): Promise<{ id: ShelfId; name: string; visibility: ShelfVisibility }[]> {
  return db
    .select(pick(shelves, "id", "name", "visibility"))
    .from(shelves)
    .where(eq(shelves.userId, userId))
    .orderBy(asc(shelves.createdAt), asc(shelves.id));
}

export async function insertShelf(
  tx: Database,
  {
    now,
    ...row
  }: Pick<typeof shelves.$inferInsert, "userId" | "name" | "description" | "visibility"> & {
    readonly now: Date;
  },
): Promise<ShelfId> {
  const times = { createdAt: now, updatedAt: now, announcedAt: now };
  return expectOneRow(
    await tx
      .insert(shelves)
      .values({ ...row, ...times })
      .returning({ id: shelves.id }),
  ).id;
}

/** Locks an own shelf; null when it is not the user's. */
export async function lockOwnShelf(tx: Database, userId: UserId, id: ShelfId) {
  const [row] = await tx
    .select(pick(shelves, "name", "description", "visibility", "removedAt"))
    .from(shelves)
    .where(and(eq(shelves.id, id), eq(shelves.userId, userId)))
    .for("update");
  return row ?? null;
}

export async function updateShelfRow(
  tx: Database,
  id: ShelfId,
  changes: Partial<typeof shelves.$inferInsert>,
): Promise<void> {
  await tx.update(shelves).set(changes).where(eq(shelves.id, id));
}

/** @returns false when it is not the user's */
export async function deleteShelfRow(tx: Database, userId: UserId, id: ShelfId): Promise<boolean> {
  const { rowCount } = await tx.delete(shelves).where(and(eq(shelves.id, id), eq(shelves.userId, userId)));
  return rowCount === 1;
}
