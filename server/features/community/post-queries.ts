import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { DiscussionId, PostId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getPerson, isUnseen } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import {
  communities,
  discussions,
  postLikes,
  postRevisions,
  posts,
} from "#server/db/schema/community/communities.ts";
import { lockDiscussion } from "./discussion-queries.ts";

const parents = alias(posts, "parents");
const parentAuthors = alias(users, "parent_authors");

const getColumns = (viewerId: UserId | null) => ({
  ...pick(posts, "id", "number", "parentId"),
  parentNumber: parents.number,
  parentAuthor: sql<{
    name: string;
  } | null>`case when not ${isUnseen(viewerId, parents.authorId)} then ${getPerson(sql`parent_authors`)} end`,
  author: getPerson(),
  ...pick(posts, "authorId", "state", "content", "source"),
  isCollapsed: isUnseen(viewerId, posts.authorId),
  likeCount: posts.likeCount,
  isLiked:
    viewerId === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select 1 from ${postLikes} where ${postLikes.postId} = ${posts.id} and ${postLikes.userId} = ${viewerId})`,
  ...pick(posts, "createdAt", "editedAt", "removedReason"),
});

const selectPosts = (db: Database, viewerId: UserId | null) =>
  db
    .select(getColumns(viewerId))
    .from(posts)
    .leftJoin(users, eq(users.id, posts.authorId))
    .leftJoin(parents, eq(parents.id, posts.parentId))
    .leftJoin(parentAuthors, eq(parentAuthors.id, parents.authorId));

export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];

interface Range {
  readonly after: number | undefined;
  readonly before: number | undefined;
  /** Normalized; only posts with this text. */
  readonly search: string;
}

/** In order. Held posts only to their author and moderators. */
export async function listPostRows(
  db: Database,
  { viewerId, canModerate }: { readonly viewerId: UserId | null; readonly canModerate: boolean },
  discussionId: DiscussionId,
  { after, before, search }: Range,
  limit: number,
): Promise<PostRow[]> {
  const isOwn = viewerId === null ? sql`false` : eq(posts.authorId, viewerId);
  const rows = await selectPosts(db, viewerId)
    .where(
      and(
        eq(posts.discussionId, discussionId),
        canModerate ? undefined : or(sql`${posts.state} <> 'held'`, isOwn),
        after === undefined ? undefined : gt(posts.number, after),
        before === undefined ? undefined : lt(posts.number, before),
        search
          ? and(
              sql`${posts.normalizedText} like ${`%${search}%`}`,
              eq(posts.state, "shown"),
              sql`not ${isUnseen(viewerId, posts.authorId)}`,
            )
          : undefined,
      ),
    )
    .orderBy(before === undefined ? asc(posts.number) : desc(posts.number))
    .limit(limit);
  return before === undefined ? rows : rows.reverse();
}

const viewer = sql.placeholder("viewerId") as unknown as UserId;

export async function findPostRow(db: Database, viewerId: UserId | null, id: PostId) {
  const build = () => selectPosts(db, viewerId && viewer).where(eq(posts.id, sql.placeholder("id")));
  const [row] = await runNamedQuery(db, `post ${viewerId === null}`, build, { viewerId, id });
  return row ?? null;
}

/** The discussion of a post, locked, and then the post. Null when there is no such post. */
export async function lockDiscussionAndPost(tx: Database, id: PostId) {
  const discussionId = await findDiscussionOfPost(tx, id);
  if (!discussionId) return null;
  await lockDiscussion(tx, discussionId);
  return lockPost(tx, id);
}

export async function findOpeningPost(db: Database, id: DiscussionId): Promise<PostId | null> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.discussionId, id), eq(posts.number, 0)));
  return row?.id ?? null;
}

/** Null when there is no such post. */
export async function findDiscussionOfPost(db: Database, id: PostId): Promise<DiscussionId | null> {
  const [row] = await db.select({ discussionId: posts.discussionId }).from(posts).where(eq(posts.id, id));
  return row?.discussionId ?? null;
}

/** Without a check of permissions. */
export async function findDiscussionState(db: Database, id: DiscussionId) {
  const [row] = await db
    .select({ id: discussions.id, communityId: discussions.communityId, title: discussions.title })
    .from(discussions)
    .where(eq(discussions.id, id));
  if (!row) throw new Error("A post has a discussion.");
  return row;
}

/** The data of a notification about a post; null unless it is shown. */
export async function findNotifiable(db: Database, id: PostId) {
  const [row] = await db
    .select({
      authorId: posts.authorId,
      author: getPerson(),
      number: posts.number,
      content: posts.content,
      discussionId: discussions.id,
      communityId: discussions.communityId,
      communityName: communities.name,
      title: discussions.title,
    })
    .from(posts)
    .innerJoin(discussions, eq(discussions.id, posts.discussionId))
    .innerJoin(communities, eq(communities.id, discussions.communityId))
    .leftJoin(users, eq(users.id, posts.authorId))
    .where(and(eq(posts.id, id), eq(posts.state, "shown"), eq(discussions.state, "shown")));
  return row ?? null;
}

/** @returns whether it is the first time */
export async function markNotified(tx: Database, id: PostId, notifiedAt: Date): Promise<boolean> {
  const marked = await tx
    .update(posts)
    .set({ notifiedAt })
    .where(and(eq(posts.id, id), isNull(posts.notifiedAt)))
    .returning({ id: posts.id });
  return marked.length > 0;
}

/** The posts of a discussion among these that are not later than a number. */
export async function filterPostsUpTo(
  db: Database,
  discussionId: DiscussionId,
  ids: readonly string[],
  number: number,
): Promise<PostId[]> {
  const found = await db
    .select({ id: posts.id })
    .from(posts)
    .where(
      and(
        inArray(posts.id, ids as PostId[]),
        eq(posts.discussionId, discussionId),
        lte(posts.number, number),
      ),
    );
  return found.map(({ id }) => id);
}

export async function lockPost(tx: Database, id: PostId) {
  const [row] = await tx.select().from(posts).where(eq(posts.id, id)).for("update");
  return row ?? null;
}

type NewPost = typeof posts.$inferInsert;

export async function insertPost(tx: Database, post: NewPost): Promise<PostId> {
  return expectOneRow(await tx.insert(posts).values(post).returning({ id: posts.id })).id;
}

export async function updatePostRow(tx: Database, id: PostId, changes: Partial<NewPost>): Promise<void> {
  await tx.update(posts).set(changes).where(eq(posts.id, id));
}

/** Counts the shown replies of a discussion. The caller has locked it, so that no change is missed. */
export async function countReplies(tx: Database, id: DiscussionId): Promise<void> {
  const shownCount = sql`(select count(*) from ${posts}
    where ${posts.discussionId} = ${id} and ${posts.number} > 0 and ${posts.state} = 'shown')`;
  await tx.update(discussions).set({ replyCount: shownCount }).where(eq(discussions.id, id));
}

/** The number of a new reply; the discussion stays locked until the transaction ends. */
export async function claimPostNumber(
  tx: Database,
  id: DiscussionId,
  { isShown, at }: { readonly isShown: boolean; readonly at: Date },
): Promise<number> {
  const claimed = await tx
    .update(discussions)
    .set({
      lastNumber: sql`${discussions.lastNumber} + 1`,
      ...(isShown && { replyCount: sql`${discussions.replyCount} + 1`, activeAt: at }),
    })
    .where(eq(discussions.id, id))
    .returning({ number: discussions.lastNumber });
  return expectOneRow(claimed).number;
}

export async function insertRevision(
  tx: Database,
  postId: PostId,
  source: string,
  replacedAt: Date,
): Promise<void> {
  await tx.insert(postRevisions).values({ postId, source, replacedAt });
}

export async function deleteRevisions(tx: Database, postId: PostId): Promise<void> {
  await tx.delete(postRevisions).where(eq(postRevisions.postId, postId));
}

export function listRevisions(db: Database, postId: PostId) {
  return db
    .select({ source: postRevisions.source, replacedAt: postRevisions.replacedAt })
    .from(postRevisions)
    .where(eq(postRevisions.postId, postId))
    .orderBy(desc(postRevisions.replacedAt));
}

/** Adds or removes a like, and recounts. */
export async function setLike(
  tx: Database,
  postId: PostId,
  userId: UserId,
  isLiked: boolean,
): Promise<number> {
  if (isLiked) await tx.insert(postLikes).values({ postId, userId }).onConflictDoNothing();
  else await tx.delete(postLikes).where(and(eq(postLikes.postId, postId), eq(postLikes.userId, userId)));
  const [changed] = await tx
    .update(posts)
    .set({ likeCount: sql`(select count(*) from ${postLikes} where ${postLikes.postId} = ${postId})` })
    .where(eq(posts.id, postId))
    .returning({ likeCount: posts.likeCount });
  return changed?.likeCount ?? 0;
}

/** The posts of an author that are removed or restored together. */
export function listPostsToChange(db: Database, authorId: UserId, action: "remove" | "restore") {
  const isChanged =
    action === "remove" ? inArray(posts.state, ["shown", "held"]) : isNotNull(posts.removedFrom);
  return db
    .select(pick(posts, "id", "discussionId", "state", "removedFrom"))
    .from(posts)
    .where(and(eq(posts.authorId, authorId), isChanged))
    .orderBy(asc(posts.createdAt));
}

/** Held posts that staff may read, oldest first. */
export function listHeldPostRows(db: Database, limit: number) {
  return db
    .select({
      postId: posts.id,
      discussionId: posts.discussionId,
      communityId: discussions.communityId,
      title: discussions.title,
      text: posts.source,
      author: getPerson(),
      createdAt: posts.createdAt,
    })
    .from(posts)
    .innerJoin(discussions, eq(discussions.id, posts.discussionId))
    .innerJoin(communities, eq(communities.id, discussions.communityId))
    .leftJoin(users, eq(users.id, posts.authorId))
    .where(
      and(
        eq(posts.state, "held"),
        eq(communities.visibility, "public"),
        eq(discussions.isMembersOnly, false),
      ),
    )
    .orderBy(asc(posts.createdAt))
    .limit(limit);
}
