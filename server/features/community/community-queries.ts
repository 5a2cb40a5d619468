import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { CommunityId, ScheduledBook } from "#shared/community/community.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { getPerson } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import {
  communities,
  communityBooks,
  communityMembers,
  discussions,
} from "#server/db/schema/community/communities.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";

const columns = {
  ...pick(communities, "id", "name", "about"),
  genre: sql<string | null>`(select g.name from ${genres} g where g.id = ${communities.genreId})`,
  ...pick(communities, "language", "visibility", "memberCount"),
  // Discussions for members only are counted for those who were members when it was opened.
  discussionCount: sql<number>`case
    when ${communities.visibility} = 'public' and ${communities.openedAt} is not null and not coalesce(
      ${communityMembers.state} = 'active' and ${communityMembers.since} <= ${communities.openedAt}, false)
    then ${communities.openDiscussionCount} else ${communities.discussionCount} end`,
};

const membershipColumns = pick(communityMembers, "role", "state", "mutedUntil");

/** No row for guests. */
const getMembership = (userId: UserId | null) =>
  and(
    eq(communityMembers.communityId, communities.id),
    userId === null ? sql`false` : eq(communityMembers.userId, userId),
  );

interface Filter {
  readonly userId: UserId | null;
  /** Normalized. */
  readonly search: string;
  readonly genreId: string | undefined;
  readonly only: "mine" | "suggested" | undefined;
  readonly after: readonly [memberCount: number, id: string] | undefined;
}

/** A scheduled book is in the reader's library, or a book there has the community's genre. */
const isSharingLibraryBook = (userId: UserId | null) => sql`(
  ${communities.genreId} = any(array(
    select bg.genre_id from ${libraryEntries} e join ${bookGenres} bg on bg.book_id = e.book_id
    where e.user_id = ${userId}::uuid group by bg.genre_id))
  or ${communities.id} = any(array(
    select cb.community_id from ${libraryEntries} e join ${communityBooks} cb on cb.book_id = e.book_id
    where e.user_id = ${userId}::uuid)))`;

export function listCommunityRows(db: Database, filter: Filter, limit: number) {
  const { userId, search, genreId, only, after } = filter;
  const isMember = eq(communityMembers.state, "active");
  const conditions: (SQL | undefined)[] = [
    isNull(communities.deletedAt),
    only === "mine"
      ? or(isMember, eq(communityMembers.state, "pending"))
      : or(eq(communities.visibility, "public"), communities.isListed, isMember),
    only === "suggested" ? and(isNull(communityMembers.state), isSharingLibraryBook(userId)) : undefined,
    search ? sql`${communities.normalizedName} like ${`%${search}%`}` : undefined,
    genreId ? eq(communities.genreId, genreId) : undefined,
    // A banned member does not find a community by request.
    sql`(${communityMembers.state} is distinct from 'banned' or ${communities.visibility} = 'public')`,
    after
      ? or(
          lt(communities.memberCount, after[0]),
          and(eq(communities.memberCount, after[0]), sql`${communities.id} > ${after[1]}::uuid`),
        )
      : undefined,
  ];
  return db
    .select({ ...columns, membership: membershipColumns })
    .from(communities)
    .leftJoin(communityMembers, getMembership(userId))
    .where(and(...conditions))
    .orderBy(desc(communities.memberCount), asc(communities.id))
    .limit(limit);
}

/** Null when there is no such community. */
export async function findCommunity(db: Database, id: CommunityId, userId: UserId | null) {
  const [row] = await db
    .select({
      ...columns,
      ...pick(communities, "rules", "isListed", "createdAt", "openedAt", "deletedAt"),
      membership: { ...membershipColumns, since: communityMembers.since },
    })
    .from(communities)
    .leftJoin(communityMembers, getMembership(userId))
    .where(eq(communities.id, id));
  return row ?? null;
}

export async function findOwner(db: Database, id: CommunityId): Promise<Person | null> {
  const [row] = await db
    .select({ person: getPerson() as SQL<Person> })
    .from(communityMembers)
    .innerJoin(users, eq(users.id, communityMembers.userId))
    .where(and(eq(communityMembers.communityId, id), eq(communityMembers.role, "owner")));
  return row?.person ?? null;
}

/** The schedule without books that the viewer may not see. */
export async function listSchedule(
  db: Database,
  id: CommunityId,
  isVisible: SQL | undefined,
): Promise<ScheduledBook[]> {
  const rows = await db
    .select({
      id: communityBooks.bookId,
      title: books.title,
      coverHash: books.coverHash,
      ...pick(communityBooks, "startsOn", "endsOn", "chaptersPerWeek", "isCurrent"),
    })
    .from(communityBooks)
    .innerJoin(books, eq(books.id, communityBooks.bookId))
    .where(and(eq(communityBooks.communityId, id), isVisible))
    .orderBy(desc(communityBooks.isCurrent), asc(communityBooks.startsOn));
  return rows.map(({ id, title, coverHash, ...scheduled }) => ({
    ...scheduled,
    book: { id, title, coverImageUrl: getCoverUrl(id, coverHash) },
  }));
}

type NewCommunity = typeof communities.$inferInsert;

/** Undefined when another community has the name. */
export async function insertCommunity(
  db: Database,
  community: NewCommunity,
): Promise<CommunityId | undefined> {
  const [row] = await db
    .insert(communities)
    .values(community)
    .onConflictDoNothing({ target: communities.normalizedName })
    .returning({ id: communities.id });
  return row?.id;
}

export async function updateCommunityRow(
  db: Database,
  id: CommunityId,
  changes: { readonly [Name in keyof NewCommunity]?: NewCommunity[Name] | undefined },
): Promise<void> {
  await db.update(communities).set(changes).where(eq(communities.id, id));
}

/** Opens a community by request; its earlier discussions stay visible to the present members only. */
export async function openCommunity(tx: Database, id: CommunityId, openedAt: Date): Promise<void> {
  const opened = await tx
    .update(communities)
    .set({ visibility: "public", openedAt })
    .where(and(eq(communities.id, id), eq(communities.visibility, "request")))
    .returning({ id: communities.id });
  if (opened.length === 0) return;
  await tx.update(discussions).set({ isMembersOnly: true }).where(eq(discussions.communityId, id));
  await tx.update(communities).set({ openDiscussionCount: 0 }).where(eq(communities.id, id));
}

export async function countOwned(db: Database, userId: UserId): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(communityMembers)
    .innerJoin(communities, eq(communities.id, communityMembers.communityId))
    .where(
      and(
        eq(communityMembers.userId, userId),
        eq(communityMembers.role, "owner"),
        isNull(communities.deletedAt),
      ),
    );
  return row?.count ?? 0;
}

export async function saveCommunityBook(
  db: Database,
  row: typeof communityBooks.$inferInsert,
): Promise<void> {
  if (row.isCurrent) {
    await db
      .update(communityBooks)
      .set({ isCurrent: false })
      .where(and(eq(communityBooks.communityId, row.communityId), eq(communityBooks.isCurrent, true)));
  }
  const { communityId: _communityId, bookId: _bookId, ...changes } = row;
  await db
    .insert(communityBooks)
    .values(row)
    .onConflictDoUpdate({ target: [communityBooks.communityId, communityBooks.bookId], set: changes });
}

export async function deleteCommunityBook(db: Database, id: CommunityId, bookId: BookId): Promise<void> {
  await db
    .delete(communityBooks)
    .where(and(eq(communityBooks.communityId, id), eq(communityBooks.bookId, bookId)));
}

export async function deleteCommunitiesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(communities).where(lt(communities.deletedAt, before));
}

export type FoundCommunity = NonNullable<Awaited<ReturnType<typeof findCommunity>>>;

/** The names of communities, by id. */
export async function listNames(
  db: Database,
  ids: readonly CommunityId[],
): Promise<ReadonlyMap<CommunityId, string>> {
  const rows = await db
    .select({ id: communities.id, name: communities.name })
    .from(communities)
    .where(inArray(communities.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
