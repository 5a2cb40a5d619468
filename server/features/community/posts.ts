import { randomUUID } from "node:crypto";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { type Post, PostId, postsPerPage, unmarkedEditMs } from "#shared/community/discussion.ts";
import type { discussionsContract } from "#shared/community/discussions-contract.ts";
import { listExternalUrls, toPlainText } from "#shared/rich-text/rich-text.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { addQuotations, type QuotationOptions } from "#server/features/quotations/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { type DiscussionAccess, requireDiscussionAccess } from "./discussion-access.ts";
import {
  type FoundDiscussion,
  findOwnByClientId,
  lockDiscussion,
  updateDiscussionRow,
} from "./discussion-queries.ts";
import { deleteDraft } from "./draft-queries.ts";
import { notifyPost } from "./jobs.ts";
import { announceDiscussionChange } from "./live.ts";
import {
  claimPostNumber,
  deleteRevisions,
  findDiscussionOfPost,
  findPostRow,
  insertPost,
  insertRevision,
  listPostRows,
  listRevisions,
  lockPost,
  type PostRow,
  setLike,
  updatePostRow,
} from "./post-queries.ts";
import { applyPostState, recountAfterRemoval, setPostState } from "./post-states.ts";
import { canPostLinks, checkPosting } from "./posting-limits.ts";
import { saveReader } from "./reader-queries.ts";
import { checkWriting, requireCanPost } from "./writing.ts";

function toPost(row: PostRow, viewerId: UserId | null): Post {
  const { authorId, parentNumber, parentAuthor, content, source, isCollapsed, author, ...post } = row;
  const isMine = viewerId !== null && authorId === viewerId;
  const isReadable = !isCollapsed && (post.state === "shown" || post.state === "held");
  return {
    ...post,
    isMine,
    isCollapsed,
    author: isCollapsed ? null : author,
    content: isReadable ? content : null,
    source: isReadable && isMine ? source : null,
    replyTo: parentNumber === null ? null : { number: parentNumber, name: parentAuthor?.name ?? null },
    removedReason: isMine || post.state === "removed" ? post.removedReason : "",
  };
}

/** As a viewer sees them. @param bookId the book of their discussion; null for none */
async function presentPosts(
  services: Pick<Services, "db">,
  viewer: User | null,
  bookId: BookId | null,
  rows: readonly PostRow[],
  options: QuotationOptions = {},
): Promise<Post[]> {
  const posts = rows.map((row) => toPost(row, viewer?.id ?? null));
  const texts = posts.map(({ content }) => ({ content: content ?? [], bookId }));
  const contents = await addQuotations(services, viewer, texts, options);
  return posts.map((post, n) => ({ ...post, content: post.content && (contents[n] ?? post.content) }));
}

/** @throws {ProblemError} `not_found`; `forbidden` when the discussion is ahead */
export async function listPosts(
  context: GuestContext,
  {
    params: { discussionId },
    query: { after, before, search = "", limit = postsPerPage },
  }: InputOf<typeof discussionsContract.listPosts>,
): Promise<{ posts: Post[]; hasEarlier: boolean; hasLater: boolean }> {
  const { permissions, discussion } = await requireDiscussionAccess(context, context.user, discussionId);
  const viewerId = context.user?.id ?? null;
  const range = { after, before, search: normalizeSearchText(search) };
  const view = { viewerId, canModerate: permissions.canModerate };
  const rows = await listPostRows(context.db, view, discussionId, range, limit + 1);
  const isBackward = before !== undefined;
  const page = isBackward ? rows.slice(-limit) : rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    posts: await presentPosts(context, context.user, discussion.anchorBookId, page),
    hasEarlier: isBackward ? hasMore : (after ?? -1) >= 0,
    hasLater: isBackward ? before <= discussion.lastNumber : hasMore,
  };
}

/** @throws {ProblemError} `not_found`, `forbidden`; `conflict` when it is locked; `too_many_requests` */
export async function createPost(
  context: Context,
  {
    params: { discussionId },
    body: { text, parentId, clientId },
  }: InputOf<typeof discussionsContract.createPost>,
): Promise<Post> {
  const { db, clock, jobs, user } = context;
  const access = await requireDiscussionAccess(context, user, discussionId);
  if (parentId && (await findDiscussionOfPost(db, parentId)) !== discussionId) throw notFound("post");
  const content = parseRichText(text, context.settings.origins);
  const createdAt = clock();
  const posted = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findOwnByClientId(tx, user.id, clientId);
    if (existing) return existing;
    const limited = await checkPosting(context, tx, user, content, access.permissions.canModerate);
    const written = await checkWriting(tx, user, { access, now: createdAt, discussionId, text });
    const state = written === "held" ? written : limited;
    const isShown = state === "shown";
    await deleteDraft(tx, user.id, discussionId);
    const postId = PostId.parse(randomUUID());
    if (isShown) await jobs.add(notifyPost, { postId }, { db: tx });
    const number = await claimPostNumber(tx, discussionId, { isShown, at: createdAt });
    await insertPost(tx, {
      id: postId,
      discussionId,
      number,
      parentId: parentId ?? null,
      authorId: user.id,
      clientId,
      state,
      source: text,
      content,
      normalizedText: normalizeSearchText(toPlainText(content)),
      createdAt,
    });
    await saveReader(tx, user.id, discussionId, { readNumber: number, isFollowing: true });
    return { id: postId };
  });
  await announceDiscussionChange(context, discussionId);
  return readPost(context, user, posted.id, access.discussion);
}

/** A post is shown at once; the quotations of a long book are marked in the next reply. */
const maxWaitMs = 250;

async function readPost(
  { db }: Pick<Services, "db">,
  user: User,
  id: PostId,
  { anchorBookId }: Pick<FoundDiscussion, "anchorBookId">,
): Promise<Post> {
  const row = await findPostRow(db, user.id, id);
  const [post] = row ? await presentPosts({ db }, user, anchorBookId, [row], { maxWaitMs }) : [];
  if (!post) throw notFound("post");
  return post;
}

interface PostAccess extends DiscussionAccess {
  readonly post: PostRow;
}

/** @throws {ProblemError} `not_found`; `forbidden` when its discussion is ahead */
export async function requirePostAccess(services: Services, user: User, id: PostId): Promise<PostAccess> {
  const discussionId = await findDiscussionOfPost(services.db, id);
  if (!discussionId) throw notFound("post");
  const access = await requireDiscussionAccess(services, user, discussionId);
  const post = await findPostRow(services.db, user.id, id);
  const isHidden = post?.state === "held" && post.authorId !== user.id && !access.permissions.canModerate;
  if (!post || isHidden) throw notFound("post");
  return { ...access, post };
}

/** @throws {ProblemError} `not_found`; `forbidden`; `conflict` for a removed or deleted post */
export async function updatePost(
  context: Context,
  { params: { postId }, body: { text } }: InputOf<typeof discussionsContract.updatePost>,
): Promise<Post> {
  const { user } = context;
  const access = await requirePostAccess(context, user, postId);
  const { discussion, post, permissions } = access;
  if (post.authorId !== user.id) throw forbidden();
  const content = parseRichText(text, context.settings.origins);
  const now = context.clock();
  await context.db.transaction(async (tx) => {
    const written = await checkWriting(tx, user, { access, now, discussionId: discussion.id, text });
    const before = await lockPost(tx, postId);
    if (before?.state !== "shown" && before?.state !== "held") throw conflict("post_removed");
    if (before.source === text) return;
    const previousUrls = listExternalUrls(before.content);
    const addsLink =
      before.state === "shown" && listExternalUrls(content).some((url) => !previousUrls.includes(url));
    if (addsLink && !(await canPostLinks(context, tx, user, permissions.canModerate)))
      throw forbidden("links_not_yet");
    const isMarked = now.getTime() - before.createdAt.getTime() >= unmarkedEditMs;
    if (isMarked) await insertRevision(tx, postId, before.source, now);
    await updatePostRow(tx, postId, {
      source: text,
      content,
      normalizedText: normalizeSearchText(toPlainText(content)),
      ...(isMarked && { editedAt: now }),
    });
    if (written === "held" && before.state === "shown") {
      await applyPostState({ ...context, db: tx }, postId, { state: "held", removedFrom: null });
    }
  });
  await announceDiscussionChange(context, discussion.id);
  return readPost(context, user, postId, discussion);
}

/** Empties the text; replies stay. @throws {ProblemError} `not_found`; `forbidden` for others */
export async function deletePost(
  context: Context,
  { params: { postId } }: InputOf<typeof discussionsContract.deletePost>,
): Promise<Post> {
  const { user } = context;
  const { discussion, community, post } = await requirePostAccess(context, user, postId);
  if (post.authorId !== user.id) throw forbidden();
  await context.db.transaction(async (tx) => {
    const locked = await lockDiscussion(tx, discussion.id);
    // A removed post stays as it was, for an appeal and for the moderators.
    if ((await lockPost(tx, postId))?.state === "removed") throw conflict("post_removed");
    await updatePostRow(tx, postId, { state: "deleted", source: "", content: [], normalizedText: "" });
    await deleteRevisions(tx, postId);
    const isOpeningPost = post.number === 0 && locked?.lastNumber === 0;
    if (isOpeningPost) await updateDiscussionRow(tx, discussion.id, { state: "deleted" });
    await recountAfterRemoval(tx, discussion.id, community.id, postId, isOpeningPost);
  });
  await announceDiscussionChange(context, discussion.id);
  return readPost(context, user, postId, discussion);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict` */
export async function moderatePost(
  context: Context,
  { params: { postId }, body: { state, reason = "" } }: InputOf<typeof discussionsContract.moderatePost>,
): Promise<Post> {
  const { user } = context;
  const { discussion, permissions } = await requirePostAccess(context, user, postId);
  if (!permissions.canModerate) throw forbidden();
  await setPostState(context, user.id, postId, state, reason);
  await announceDiscussionChange(context, discussion.id);
  return readPost(context, user, postId, discussion);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function listPostRevisions(
  context: Context,
  { params: { postId } }: InputOf<typeof discussionsContract.listPostRevisions>,
) {
  const { permissions } = await requirePostAccess(context, context.user, postId);
  if (!permissions.canModerate) throw forbidden();
  return listRevisions(context.db, postId);
}

/** @throws {ProblemError} `not_found`; `forbidden` for the user's own or without membership */
export async function likePost(
  context: Context,
  { params: { postId }, body: { isLiked } }: InputOf<typeof discussionsContract.likePost>,
): Promise<{ likeCount: number; isLiked: boolean }> {
  const { user } = context;
  const access = await requirePostAccess(context, user, postId);
  const { post } = access;
  if (post.authorId === user.id) throw forbidden("own_post");
  requireCanPost(access, context.clock());
  if (isLiked && (post.state !== "shown" || post.isCollapsed)) throw notFound("post");
  const likeCount = await context.db.transaction(async (tx) => {
    await lockPost(tx, postId);
    return setLike(tx, postId, user.id, isLiked);
  });
  return { likeCount, isLiked };
}
