import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { MarkId } from "#shared/marks/mark.ts";
import type { MarginCommunity, SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { getPerson, isUnseen } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { communities, communityBooks, communityMembers } from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";

/** Rounding of fractions that were measured and converted separately. */
const tolerance = 0.000_001;

const isStaffMember = sql<boolean>`(${communityMembers.role} <> 'member')`;

/** Whether the joined member may read what was shared before their community opened. */
const isOpenToMember = sql`(${communities.visibility} = 'request' or ${communities.openedAt} is null
  or ${sharedMarks.sharedAt} > ${communities.openedAt} or ${communityMembers.since} <= ${communities.openedAt})`;

/** The role of the person who shares; null for those who are no active members. */
const sharerRole = sql<string | null>`(select s.role from ${communityMembers} s where s.state = 'active'
  and s.community_id = ${sharedMarks.communityId} and s.user_id = ${sharedMarks.userId})`;

/** The measure of discussions: finished, or the text or the audio up to there. */
const hasReached = (viewerId: UserId) => sql<boolean>`(${sharedMarks.userId} = ${viewerId}
  or ${sharedMarks.place} <= 0 or coalesce(${libraryEntries.status} = 'finished', false)
  or coalesce(${bookReach.textReach} >= ${sharedMarks.textReach} - ${tolerance}, false)
  or coalesce(${bookReach.audioReach} >= ${sharedMarks.audioReach} - ${tolerance}, false))`;

/** Held marks are shown to who shares them and to moderators; none of muted people or with a block between. */
const isListed = (viewerId: UserId) =>
  and(
    eq(marks.isDeleted, false),
    sql`(${sharedMarks.state} = 'shown' or (${sharedMarks.state} = 'held'
      and (${isStaffMember} or ${sharedMarks.userId} = ${viewerId})))`,
    isOpenToMember,
    sql`${sharerRole} is not null`,
    sql`not ${isUnseen(viewerId, sharedMarks.userId)}`,
  );

/** Communities of which the viewer is an active member and that read the book. */
const isReadTogether = (viewerId: UserId, bookId: BookId | SQL) =>
  and(
    eq(communityMembers.userId, viewerId),
    eq(communityMembers.state, "active"),
    sql`${communities.deletedAt} is null`,
    sql`exists (select from ${communityBooks} where ${communityBooks.communityId} = ${communities.id}
      and ${communityBooks.bookId} = ${bookId})`,
  );

const isMemberOf = eq(communityMembers.communityId, communities.id);
const isMark = and(eq(marks.userId, sharedMarks.userId), eq(marks.id, sharedMarks.markId));
const isEntry = (viewerId: UserId) =>
  and(eq(libraryEntries.userId, viewerId), eq(libraryEntries.bookId, sharedMarks.bookId));
const isReach = (viewerId: UserId) =>
  and(eq(bookReach.userId, viewerId), eq(bookReach.bookId, sharedMarks.bookId));

export type MarginRow = Omit<SharedMark, "content"> & {
  readonly userId: UserId;
  readonly note: string;
  readonly place: number;
};

const selectVisible = (db: Database, viewerId: UserId) =>
  db
    .select({
      ...pick(sharedMarks, "id", "communityId", "userId", "state", "sharedAt", "place"),
      ...pick(marks, "anchor", "placement", "note"),
      person: getPerson() as SQL<Person>,
      isModerator: sql<boolean>`${sharerRole} <> 'member'`,
      isMine: sql<boolean>`(${sharedMarks.userId} = ${viewerId})`,
      markId: sql<MarkId | null>`case when ${sharedMarks.userId} = ${viewerId} then ${sharedMarks.markId} end`,
    })
    .from(communityMembers)
    .innerJoin(communities, isMemberOf)
    .innerJoin(sharedMarks, eq(sharedMarks.communityId, communities.id))
    .innerJoin(marks, isMark)
    .innerJoin(users, eq(users.id, sharedMarks.userId))
    .leftJoin(libraryEntries, isEntry(viewerId))
    .leftJoin(bookReach, isReach(viewerId));

/** Planning these statements takes several times as long as running them, so each connection plans them once. */
const [viewer, book] = [
  sql.placeholder("viewerId") as unknown as UserId,
  sql.placeholder("bookId") as unknown as BookId,
];

/** The marks that a viewer may see in the margin of a book, by place. */
export function listMarginRows(
  db: Database,
  viewerId: UserId,
  bookId: BookId,
  {
    after,
    limit,
  }: { readonly after: readonly [place: number, id: string] | undefined; readonly limit: number },
): Promise<MarginRow[]> {
  const build = () =>
    selectVisible(db, viewer)
      .where(
        and(
          isReadTogether(viewer, book),
          eq(sharedMarks.bookId, book),
          isListed(viewer),
          hasReached(viewer),
          after &&
            sql`(${sharedMarks.place}, ${sharedMarks.id}) > (${sql.placeholder("place")}::float8, ${sql.placeholder("id")}::uuid)`,
        ),
      )
      .orderBy(asc(sharedMarks.place), asc(sharedMarks.id))
      .limit(sql.placeholder("limit"));
  const [place, id] = after ?? [];
  return runNamedQuery(db, `margin ${after !== undefined}`, build, { viewerId, bookId, place, id, limit });
}

/** Null unless the viewer may see it in the margin of its book. */
export async function findVisibleRow(
  db: Database,
  viewerId: UserId,
  id: SharedMarkId,
): Promise<(MarginRow & { readonly bookId: BookId }) | null> {
  const [found] = await db
    .select(pick(sharedMarks, "bookId"))
    .from(sharedMarks)
    .where(eq(sharedMarks.id, id));
  if (!found) return null;
  const [row] = await selectVisible(db, viewerId).where(
    and(
      isReadTogether(viewerId, found.bookId),
      eq(sharedMarks.id, id),
      isListed(viewerId),
      hasReached(viewerId),
    ),
  );
  return row ? { ...row, ...found } : null;
}

/** The communities that read a book, with the number of marks that the viewer sees and of those ahead. */
export function listMarginCommunities(
  db: Database,
  viewerId: UserId,
  bookId: BookId,
): Promise<MarginCommunity[]> {
  const isCounted = and(isListed(viewer), sql`${marks.id} is not null`);
  const countWhere = (condition: SQL) =>
    sql<number>`(count(*) filter (where ${and(isCounted, condition)}))::int`;
  const build = () =>
    db
      .select({
        ...pick(communities, "id", "name"),
        canModerate: isStaffMember,
        count: countWhere(hasReached(viewer)),
        aheadCount: countWhere(sql`not ${hasReached(viewer)}`),
      })
      .from(communityMembers)
      .innerJoin(communities, isMemberOf)
      .leftJoin(sharedMarks, and(eq(sharedMarks.communityId, communities.id), eq(sharedMarks.bookId, book)))
      .leftJoin(marks, isMark)
      .leftJoin(libraryEntries, isEntry(viewer))
      .leftJoin(bookReach, isReach(viewer))
      .where(isReadTogether(viewer, book))
      .groupBy(communities.id, communities.name, communityMembers.role)
      .orderBy(asc(communities.name), asc(communities.id))
      .limit(100);
  return runNamedQuery(db, "margin communities", build, { viewerId, bookId });
}
