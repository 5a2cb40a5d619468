import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { type DiscussionId, maxUnreadCount } from "#shared/community/discussion.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getPerson, isBlocked, isUnseen } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { blocks } from "#server/db/schema/accounts/people.ts";
import { books } from "#server/db/schema/books/books.ts";
import {
  communities,
  communityMembers,
  discussionReaders,
  discussions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";
import { lockCommunities } from "./member-queries.ts";

/** Rounding of fractions that were measured and converted separately. */
export const tolerance = 0.000_001;

const hasAnchor = sql`(${discussions.anchorBookId} is not null
  and (${discussions.anchorText} is not null or ${discussions.anchorAudio} is not null))`;

/**
 * Whether a discussion is about a position that the viewer has not measurably reached. False for its author,
 * for readers who finished the book and for readers who chose to open it.
 *
 * @param viewer a user, a column of users, or null for guests
 */
export const isAheadOfViewer = (viewer: UserId | typeof users.id | null): SQL<boolean> =>
  viewer === null
    ? sql<boolean>`(${hasAnchor} and coalesce(${discussions.anchorText}, ${discussions.anchorAudio}) > 0)`
    : sql<boolean>`(${hasAnchor} and ${discussions.authorId} is distinct from ${viewer}
        and not exists (select 1 from ${discussionReaders} o where o.user_id = ${viewer}
          and o.discussion_id = ${discussions.id} and o.opened_at is not null)
        and not exists (select 1 from ${libraryEntries} e where e.user_id = ${viewer}
          and e.book_id = ${discussions.anchorBookId} and e.status = 'finished')
        and not exists (select 1 from ${bookReach} r where r.user_id = ${viewer}
          and r.book_id = ${discussions.anchorBookId}
          and (r.text_reach >= ${discussions.anchorText} - ${tolerance}
            or r.audio_reach >= ${discussions.anchorAudio} - ${tolerance}))
        and coalesce(${discussions.anchorText}, ${discussions.anchorAudio}) > 0)`;

/** Whether a discussion is open to an active member, with the joined community and membership. */
export const isOpenToMember = sql<boolean>`(not ${discussions.isMembersOnly} or ${communities.visibility} = 'request'
  or ${communities.openedAt} is null or ${communityMembers.since} <= ${communities.openedAt})`;

const columns = {
  ...pick(discussions, "id", "communityId", "title"),
  author: getPerson(),
  state: discussions.state,
  anchorLocator: discussions.anchor,
  anchorBook: { id: books.id, title: books.title, coverHash: books.coverHash },
  isMembersOnly: discussions.isMembersOnly,
  ...pick(discussions, "isPinned", "isLocked", "replyCount", "lastNumber", "createdAt", "activeAt"),
  content: sql<RichText | null>`case when ${posts.state} in ('shown', 'held') then ${posts.content} end`,
};

const getReaderColumns = (viewerId: UserId | null) => ({
  readNumber:
    viewerId === null
      ? sql<number | null>`null`
      : sql<number | null>`coalesce(${discussionReaders.readNumber}, -1)`,
  isFollowing: sql<boolean>`coalesce(${discussionReaders.isFollowing}, false)`,
});

/** Posts after the last one that the viewer read, which they may read and have not muted; up to the maximum. */
const countUnread = ({ viewerId, canModerate }: Pick<DiscussionView, "viewerId" | "canModerate">) =>
  viewerId === null
    ? sql<number>`0`
    : sql<number>`(select count(*)::int from (select from ${posts} u
        where u.discussion_id = ${discussions.id} and u.number > coalesce(${discussionReaders.readNumber}, -1)
          and ${canModerate ? sql`u.state in ('shown', 'held')` : sql`u.state = 'shown'`}
          and not ${isUnseen(viewerId, sql`u.author_id`)}
        limit ${maxUnreadCount}) unread)`;

const isReaderRow = (viewerId: UserId | null) =>
  and(
    eq(discussionReaders.discussionId, discussions.id),
    viewerId === null ? sql`false` : eq(discussionReaders.userId, viewerId),
  );

export interface DiscussionView {
  readonly viewerId: UserId | null;
  /** A condition on books; undefined for all. */
  readonly isBookVisible: SQL | undefined;
  readonly canReadMembersOnly: boolean;
  readonly canModerate: boolean;
}

/** Shown ones; held ones to their author and moderators; none of people with a block between. */
function isListed({
  viewerId,
  isBookVisible,
  canReadMembersOnly,
  canModerate,
}: DiscussionView): SQL | undefined {
  const isHeldForViewer = canModerate
    ? eq(discussions.state, "held")
    : and(eq(discussions.state, "held"), viewerId === null ? sql`false` : eq(discussions.authorId, viewerId));
  return and(
    or(eq(discussions.state, "shown"), isHeldForViewer),
    canReadMembersOnly ? undefined : eq(discussions.isMembersOnly, false),
    isBookVisible ? or(isNull(discussions.anchorBookId), isBookVisible) : undefined,
    sql`not ${isBlocked(viewerId, discussions.authorId)}`,
  );
}

interface Filter {
  readonly communityId: CommunityId;
  /** Normalized. */
  readonly search: string;
  readonly bookId: BookId | undefined;
  readonly after: readonly [isPinned: boolean, activeAt: string, id: string] | undefined;
}

const matchesFilter = ({ communityId, search, bookId }: Filter, viewerId: UserId | null) =>
  and(
    eq(discussions.communityId, communityId),
    bookId ? eq(discussions.anchorBookId, bookId) : undefined,
    search
      ? sql`(${discussions.normalizedTitle} like ${`%${search}%`} or exists (select 1 from ${posts} s
          where s.discussion_id = ${discussions.id} and s.state = 'shown' and s.normalized_text like ${`%${search}%`}
          and not ${isBlocked(viewerId, sql`s.author_id`)}))`
      : undefined,
  );

const selectDiscussions = (
  db: Database,
  { viewerId, canModerate }: Pick<DiscussionView, "viewerId" | "canModerate">,
) =>
  db
    .select({
      ...columns,
      ...getReaderColumns(viewerId),
      unreadCount: countUnread({ viewerId, canModerate }),
      activeText: sql<string>`${discussions.activeAt}::text`,
    })
    .from(discussions)
    .leftJoin(posts, and(eq(posts.discussionId, discussions.id), eq(posts.number, 0)))
    .leftJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(books, eq(books.id, discussions.anchorBookId))
    .leftJoin(discussionReaders, isReaderRow(viewerId));

export function listDiscussionRows(db: Database, view: DiscussionView, filter: Filter, limit: number) {
  const { viewerId } = view;
  const { after } = filter;
  const isAfterCursor = after
    ? sql`(${discussions.isPinned}, ${discussions.activeAt}, ${discussions.id}) < (${after[0]}, ${after[1]}::timestamptz, ${after[2]}::uuid)`
    : undefined;
  return selectDiscussions(db, view)
    .where(
      and(
        matchesFilter(filter, viewerId),
        isListed(view),
        sql`not ${isAheadOfViewer(viewerId)}`,
        isAfterCursor,
      ),
    )
    .orderBy(desc(discussions.isPinned), desc(discussions.activeAt), desc(discussions.id))
    .limit(limit);
}

/** Discussions of the communities of a member, latest activity first. */
export function listFeedRows(
  db: Database,
  viewerId: UserId,
  isBookVisible: SQL | undefined,
  after: TimeAndId | undefined,
  limit: number,
) {
  const isAfterCursor = after
    ? sql`(${discussions.activeAt}, ${discussions.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
    : undefined;
  const view = { viewerId, isBookVisible, canReadMembersOnly: true, canModerate: false };
  const latestOfCommunity = db
    .select(pick(discussions, "id", "activeAt"))
    .from(discussions)
    .leftJoin(books, eq(books.id, discussions.anchorBookId))
    .where(
      and(
        sql`${discussions.communityId} = ${communities.id}`,
        isOpenToMember,
        isListed(view),
        sql`not ${isAheadOfViewer(viewerId)}`,
        isAfterCursor,
      ),
    )
    .orderBy(desc(discussions.activeAt), desc(discussions.id))
    .limit(limit);
  // Each community is read from its end, however many discussions it has.
  const latest = sql`select latest.id from ${communityMembers}
    join ${communities} on ${communities.id} = ${communityMembers.communityId}
    cross join lateral (${latestOfCommunity}) latest
    where ${communityMembers.userId} = ${viewerId} and ${communityMembers.state} = 'active'
      and ${communities.deletedAt} is null
    order by latest.active_at desc, latest.id desc limit ${limit}`;
  return selectDiscussions(db, view)
    .where(sql`${discussions.id} in (${latest})`)
    .orderBy(desc(discussions.activeAt), desc(discussions.id))
    .limit(limit);
}

/** The number of discussions about positions that the viewer has not reached. */
export async function countAhead(db: Database, view: DiscussionView, filter: Filter): Promise<number> {
  const { viewerId } = view;
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(discussions)
    .leftJoin(books, eq(books.id, discussions.anchorBookId))
    .where(
      and(
        matchesFilter({ ...filter, search: "" }, viewerId),
        sql`${discussions.anchorBookId} is not null`,
        isListed(view),
        isAheadOfViewer(viewerId),
      ),
    );
  return row?.count ?? 0;
}

/** Null when there is no such discussion. Its permissions are not checked. */
export async function findDiscussion(db: Database, viewerId: UserId | null, id: DiscussionId) {
  const build = () => selectDiscussion(db, viewerId && viewer);
  const [row] = await runNamedQuery(db, `discussion ${viewerId === null}`, build, { viewerId, id });
  return row ?? null;
}

const viewer = sql.placeholder("viewerId") as unknown as UserId;

const selectDiscussion = (db: Database, viewerId: UserId | null) =>
  db
    .select({
      ...columns,
      ...getReaderColumns(viewerId),
      authorId: discussions.authorId,
      anchorBookId: discussions.anchorBookId,
      isAhead: isAheadOfViewer(viewerId),
      isBlockedByAuthor:
        viewerId === null
          ? sql<boolean>`false`
          : sql<boolean>`exists (select from ${blocks} where ${blocks.userId} = ${discussions.authorId} and ${blocks.blockedId} = ${viewerId})`,
    })
    .from(discussions)
    .leftJoin(posts, and(eq(posts.discussionId, discussions.id), eq(posts.number, 0)))
    .leftJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(books, eq(books.id, discussions.anchorBookId))
    .leftJoin(discussionReaders, isReaderRow(viewerId))
    .where(eq(discussions.id, sql.placeholder("id")));

export type FoundDiscussion = NonNullable<Awaited<ReturnType<typeof findDiscussion>>>;

export async function findOwnByClientId(
  db: Database,
  authorId: UserId,
  clientId: string,
): Promise<{ id: typeof posts.$inferSelect.id; discussionId: DiscussionId } | null> {
  const [row] = await db
    .select({ id: posts.id, discussionId: posts.discussionId })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.clientId, clientId)));
  return row ?? null;
}

export async function insertDiscussion(
  tx: Database,
  row: typeof discussions.$inferInsert,
): Promise<DiscussionId> {
  return expectOneRow(await tx.insert(discussions).values(row).returning({ id: discussions.id })).id;
}

export async function updateDiscussionRow(
  tx: Database,
  id: DiscussionId,
  changes: Partial<typeof discussions.$inferInsert>,
): Promise<void> {
  await tx.update(discussions).set(changes).where(eq(discussions.id, id));
}

/** Counts the shown discussions of communities, which it locks first, so that no change is missed. */
export async function countDiscussions(tx: Database, ids: readonly CommunityId[]): Promise<void> {
  await lockCommunities(tx, ids);
  const shown = sql`from ${discussions}
    where ${discussions.communityId} = ${communities.id} and ${discussions.state} = 'shown'`;
  await tx
    .update(communities)
    .set({
      discussionCount: sql`(select count(*) ${shown})`,
      openDiscussionCount: sql`(select count(*) ${shown} and not ${discussions.isMembersOnly})`,
    })
    .where(inArray(communities.id, [...ids]));
}

/** Locks a discussion, so that its posts are numbered one after the other. */
export async function lockDiscussion(tx: Database, id: DiscussionId) {
  const [row] = await tx
    .select({ lastNumber: discussions.lastNumber, isLocked: discussions.isLocked, state: discussions.state })
    .from(discussions)
    .where(eq(discussions.id, id))
    .for("no key update");
  return row ?? null;
}
