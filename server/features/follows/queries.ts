import { and, asc, count, desc, eq, gt, gte, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, ContributorId } from "#shared/books/book.ts";
import type { Announcement, AnnouncementId } from "#shared/follows/announcements-contract.ts";
import type { Follow, FollowKind } from "#shared/follows/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { announcements, follows } from "#server/db/schema/accounts/people.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";
import { isShelfVisible } from "#server/db/visible-shelf.ts";

/**
 * The name of a subject of `follows`; null when it does not exist or is a community or a shelf that is hidden
 * from the user.
 */
const getName = (
  kind: SQL | FollowKind,
  id: SQL | string,
  userId: UserId,
  now: Date,
): SQL<string | null> => sql`case ${kind}
  when 'contributor' then (select ${contributors.name} from ${contributors} where ${contributors.id} = ${id})
  when 'series' then (select ${series.name} from ${series} where ${series.id} = ${id})
  when 'genre' then (select ${genres.name} from ${genres} where ${genres.id} = ${id})
  when 'community' then (select c.name from ${communities} c where c.id = ${id} and c.deleted_at is null
    and (c.visibility = 'public' or exists (select 1 from ${communityMembers} m
      where m.community_id = c.id and m.user_id = ${userId} and m.state = 'active')))
  when 'shelf' then (select shelves.name from shelves where shelves.id = ${id} and ${isShelfVisible(userId, now)})
  end`;

/** By name, without deleted subjects. */
export async function listFollowRows(db: Database, userId: UserId, now: Date): Promise<Follow[]> {
  const name = getName(sql`${follows.kind}`, sql`${follows.subjectId}`, userId, now);
  const rows = await db
    .select({ kind: follows.kind, id: follows.subjectId, name })
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(sql`3`);
  return rows.flatMap(({ name, ...row }) => (name === null ? [] : [{ ...row, name }]));
}

export async function findName(
  db: Database,
  kind: FollowKind,
  id: string,
  userId: UserId,
  now: Date,
): Promise<string | null> {
  const result = await db.execute<{ name: string | null }>(
    sql`select ${getName(kind, sql`${id}::uuid`, userId, now)} as name`,
  );
  return result.rows[0]?.name ?? null;
}

export async function countFollows(db: Database, userId: UserId): Promise<number> {
  const [row] = await db.select({ count: count() }).from(follows).where(eq(follows.userId, userId));
  return row?.count ?? 0;
}

/** @returns whether it is new */
export async function insertFollow(db: Database, row: typeof follows.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(follows)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: follows.userId });
  return added.length > 0;
}

export async function deleteFollow(
  db: Database,
  userId: UserId,
  kind: FollowKind,
  subjectId: string,
): Promise<void> {
  await db
    .delete(follows)
    .where(and(eq(follows.userId, userId), eq(follows.kind, kind), eq(follows.subjectId, subjectId)));
}

/** For subjects that were deleted. */
export async function deleteFollowsOfSubject(db: Database, kind: FollowKind, id: string): Promise<void> {
  await db.delete(follows).where(matchesSubject(kind, id));
}

const matchesSubject = (kind: FollowKind, subjectId: string) =>
  and(eq(follows.kind, kind), eq(follows.subjectId, subjectId));

export async function countFollowers(db: Database, kind: FollowKind, subjectId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(follows).where(matchesSubject(kind, subjectId));
  return row?.count ?? 0;
}

/** Followers of any of some subjects, by id. */
async function listFollowers(
  db: Database,
  subjectFilter: SQL | undefined,
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> {
  const rows = await db
    .selectDistinct({ userId: follows.userId })
    .from(follows)
    .where(and(subjectFilter, after ? gt(follows.userId, after) : undefined))
    .orderBy(asc(follows.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

export const listAuthorFollowers = (
  db: Database,
  id: ContributorId,
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> => listFollowers(db, matchesSubject("contributor", id), after, limit);

/** Followers of a book's contributors, series or genres. */
export const listBookFollowers = (
  db: Database,
  bookId: BookId,
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> => {
  const contributorIds = sql`select ${bookContributors.contributorId} from ${bookContributors} where ${bookContributors.bookId} = ${bookId}`;
  const seriesOfBook = sql`select ${books.seriesId} from ${books} where ${books.id} = ${bookId}`;
  const genreIds = sql`select ${bookGenres.genreId} from ${bookGenres} where ${bookGenres.bookId} = ${bookId}`;
  const bookFilter = or(
    sql`(${follows.kind} = 'contributor' and ${follows.subjectId} in (${contributorIds}))`,
    sql`(${follows.kind} = 'series' and ${follows.subjectId} in (${seriesOfBook}))`,
    sql`(${follows.kind} = 'genre' and ${follows.subjectId} in (${genreIds}))`,
  );
  return listFollowers(db, bookFilter, after, limit);
};

/** With its first author; null unless it is published. */
export async function findNewBook(
  db: Database,
  bookId: BookId,
): Promise<{ title: string; author: string } | null> {
  const isAuthor = and(eq(bookContributors.bookId, books.id), eq(bookContributors.role, "author"));
  const [row] = await db
    .select({ title: books.title, author: sql<string>`coalesce(${contributors.name}, '')` })
    .from(books)
    .leftJoin(bookContributors, isAuthor)
    .leftJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(and(eq(books.id, bookId), eq(books.state, "published")))
    .orderBy(asc(bookContributors.position))
    .limit(1);
  return row ?? null;
}

export async function findContributorAccount(
  db: Database,
  id: string,
): Promise<{ userId: UserId | null; name: string } | null> {
  const [row] = await db
    .select({ userId: contributors.userId, name: contributors.name })
    .from(contributors)
    .where(eq(contributors.id, id as ContributorId));
  return row ?? null;
}

const columns = { id: announcements.id, text: announcements.text, createdAt: announcements.createdAt };

export function listAnnouncementRows(
  db: Database,
  contributorId: ContributorId,
  limit: number,
): Promise<Announcement[]> {
  return db
    .select(columns)
    .from(announcements)
    .where(eq(announcements.contributorId, contributorId))
    .orderBy(desc(announcements.createdAt))
    .limit(limit);
}

export async function countAnnouncements(db: Database, id: ContributorId, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(announcements)
    .where(and(eq(announcements.contributorId, id), gte(announcements.createdAt, since)));
  return row?.count ?? 0;
}

export async function insertAnnouncement(
  tx: Database,
  row: typeof announcements.$inferInsert,
): Promise<Announcement> {
  return expectOneRow(await tx.insert(announcements).values(row).returning(columns));
}

export async function findByClientId(
  db: Database,
  authorId: UserId,
  clientId: string,
): Promise<Announcement | null> {
  const [row] = await db
    .select(columns)
    .from(announcements)
    .where(and(eq(announcements.authorId, authorId), eq(announcements.clientId, clientId)));
  return row ?? null;
}

/** With the author; null when it was deleted. */
export async function findAnnouncement(db: Database, id: AnnouncementId) {
  const [row] = await db
    .select({
      ...columns,
      contributorId: announcements.contributorId,
      authorId: announcements.authorId,
      name: contributors.name,
    })
    .from(announcements)
    .innerJoin(contributors, eq(contributors.id, announcements.contributorId))
    .where(eq(announcements.id, id));
  return row ?? null;
}

export async function deleteAnnouncementRow(tx: Database, id: AnnouncementId): Promise<void> {
  await tx.delete(announcements).where(eq(announcements.id, id));
}
