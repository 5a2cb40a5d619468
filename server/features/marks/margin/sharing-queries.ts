import { and, asc, count, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { MarkShare } from "#shared/marks/margin-contract.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { SharedMarkId } from "#shared/marks/shared-mark.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { communities, communityBooks, communityMembers } from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";

export type SharedMarkRow = typeof sharedMarks.$inferInsert;

/** Serializes what is shared with a community, so that its limits hold. */
export async function lockMargin(tx: Database, communityId: CommunityId): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('margin'), hashtext(${communityId}))`);
}

export async function isCommunityBook(
  db: Database,
  communityId: CommunityId,
  bookId: BookId,
): Promise<boolean> {
  const [row] = await db
    .select(pick(communityBooks, "bookId"))
    .from(communityBooks)
    .where(and(eq(communityBooks.communityId, communityId), eq(communityBooks.bookId, bookId)));
  return row !== undefined;
}

const isShare = (communityId: CommunityId, userId: UserId, markId: MarkId) =>
  and(
    eq(sharedMarks.communityId, communityId),
    eq(sharedMarks.userId, userId),
    eq(sharedMarks.markId, markId),
  );

export async function findShare(db: Database, communityId: CommunityId, userId: UserId, markId: MarkId) {
  const [row] = await db
    .select(pick(sharedMarks, "id", "state"))
    .from(sharedMarks)
    .where(isShare(communityId, userId, markId));
  return row ?? null;
}

/** How many marks the margin of a book has, and how many of them a user shares. */
export async function countShares(
  db: Database,
  communityId: CommunityId,
  bookId: BookId,
  userId: UserId,
): Promise<{ readonly all: number; readonly own: number }> {
  const [row] = await db
    .select({
      all: count(),
      own: sql<number>`count(*) filter (where ${sharedMarks.userId} = ${userId})`.mapWith(Number),
    })
    .from(sharedMarks)
    .where(and(eq(sharedMarks.communityId, communityId), eq(sharedMarks.bookId, bookId)));
  return { all: row?.all ?? 0, own: row?.own ?? 0 };
}

export async function insertShare(tx: Database, row: SharedMarkRow): Promise<void> {
  await tx.insert(sharedMarks).values(row);
}

/** Marks that moderators removed stay, so that they cannot be shared again. */
export async function deleteShare(
  tx: Database,
  communityId: CommunityId,
  userId: UserId,
  markId: MarkId,
): Promise<void> {
  await tx
    .delete(sharedMarks)
    .where(and(isShare(communityId, userId, markId), ne(sharedMarks.state, "removed")));
}

/** The communities of a member that read a book, with the state of a mark in each. */
export function listShares(
  db: Database,
  userId: UserId,
  { id: markId, bookId }: { readonly id: MarkId; readonly bookId: BookId },
): PromiseLike<MarkShare[]> {
  return db
    .select({
      communityId: communities.id,
      name: communities.name,
      state: sharedMarks.state,
      removedReason: sql<string>`coalesce(${sharedMarks.removedReason}, '')`,
    })
    .from(communityMembers)
    .innerJoin(communities, eq(communities.id, communityMembers.communityId))
    .innerJoin(
      communityBooks,
      and(eq(communityBooks.communityId, communities.id), eq(communityBooks.bookId, bookId)),
    )
    .leftJoin(
      sharedMarks,
      and(
        eq(sharedMarks.communityId, communities.id),
        eq(sharedMarks.userId, userId),
        eq(sharedMarks.markId, markId),
      ),
    )
    .where(
      and(
        eq(communityMembers.userId, userId),
        eq(communityMembers.state, "active"),
        sql`${communities.deletedAt} is null`,
      ),
    )
    .orderBy(asc(communities.name), asc(communities.id))
    .limit(100);
}

/** The shares of some marks of a user. */
export function listSharesOf(db: Database, userId: UserId, markIds: readonly MarkId[]) {
  return db
    .select(pick(sharedMarks, "id", "markId", "communityId", "bookId", "state"))
    .from(sharedMarks)
    .where(and(eq(sharedMarks.userId, userId), inArray(sharedMarks.markId, [...markIds])))
    .orderBy(asc(sharedMarks.id))
    .limit(10_000);
}

export async function updateShare(
  tx: Database,
  id: SharedMarkId,
  changes: Partial<Pick<SharedMarkRow, "state" | "removedReason" | "textReach" | "audioReach" | "place">>,
): Promise<void> {
  await tx.update(sharedMarks).set(changes).where(eq(sharedMarks.id, id));
}

export async function deleteShares(tx: Database, ids: readonly SharedMarkId[]): Promise<void> {
  await tx.delete(sharedMarks).where(inArray(sharedMarks.id, [...ids]));
}

/** Locks a shared mark; null when there is none. */
export async function lockShare(tx: Database, id: SharedMarkId) {
  const [row] = await tx
    .select({
      ...pick(sharedMarks, "id", "userId", "communityId", "bookId", "state"),
      ...pick(marks, "anchor", "note"),
    })
    .from(sharedMarks)
    .innerJoin(marks, and(eq(marks.userId, sharedMarks.userId), eq(marks.id, sharedMarks.markId)))
    .where(eq(sharedMarks.id, id))
    .for("no key update", { of: sharedMarks });
  return row ?? null;
}

/** The anchors of a book's shared marks. */
export function listSharedAnchors(db: Database, bookId: BookId) {
  return db
    .select({ id: sharedMarks.id, anchor: marks.anchor })
    .from(sharedMarks)
    .innerJoin(marks, and(eq(marks.userId, sharedMarks.userId), eq(marks.id, sharedMarks.markId)))
    .where(eq(sharedMarks.bookId, bookId))
    .orderBy(asc(sharedMarks.id));
}

/** Members who read the book last, whose open pages are refreshed. */
export async function listRecentReaders(
  db: Database,
  communityId: CommunityId,
  bookId: BookId,
  limit: number,
): Promise<UserId[]> {
  const rows = await db
    .select(pick(communityMembers, "userId"))
    .from(communityMembers)
    .innerJoin(bookReach, and(eq(bookReach.userId, communityMembers.userId), eq(bookReach.bookId, bookId)))
    .where(and(eq(communityMembers.communityId, communityId), eq(communityMembers.state, "active")))
    .orderBy(desc(bookReach.updatedAt))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}
