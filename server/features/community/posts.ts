import { randomUUID } from "node:crypto";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import {
  type DiscussionId,
  type Post,
  PostId,
  postsPerPage,
  unmarkedEditMs,
} from "#shared/community/discussion.ts";
import type { discussionsContract } from "#shared/community/discussions-contract.ts";
import { listExternalUrls, toPlainText } from "#shared/rich-text/rich-text.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { findOwnByClientId, lockDiscussion, saveReader, updateDiscussionRow } from "./discussion-queries.ts";
import { type DiscussionAccess, requireDiscussionAccess } from "./discussions.ts";
import { notifyPost } from "./jobs.ts";
import { announceDiscussionChange } from "./live.ts";
import {
  claimPostNumber,
  deleteDraft,
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
import { checkWriting } from "./writing.ts";

type Contract = typeof discussionsContract;

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

/** @throws {ProblemError} `not_found`; `forbidden` when the discussion is ahead */
export async function listPosts(
  services: Services,
  user: User | null,
  id: DiscussionId,
  { after, before, search = "", limit = postsPerPage }: InputOf<Contract["listPosts"]>["query"],
): Promise<{ posts: Post[]; hasEarlier: boolean; hasLater: boolean }> {
  const { permissions, discussion } = await requireDiscussionAccess(services, user, id);
  const viewerId = user?.id ?? null;
  const range = { after, before, search: normalizeSearchText(search) };
  const view = { viewerId, canModerate: permissions.canModerate };
  const rows = await listPostRows(services.db, view, id, range, limit + 1);
  const isBackward = before !== undefined;
  const page = isBackward ? rows.slice(-limit) : rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    posts: page.map((row) => toPost(row, viewerId)),
    hasEarlier: isBackward ? hasMore : (after ?? -1) >= 0,
    hasLater: isBackward ? before <= discussion.lastNumber : hasMore,
  };
}

/** @throws {ProblemError} `not_found`, `forbidden`; `conflict` when it is locked; `too_many_requests` */
export async function createPost(
  services: Services,
  user: User,
  id: DiscussionId,
  { text, parentId, clientId }: InputOf<Contract["createPost"]>["body"],
): Promise<Post> {
  const { db, clock, jobs } = services;
  const { permissions } = await requireDiscussionAccess(services, user, id);
  if (parentId && (await findDiscussionOfPost(db, parentId)) !== id) throw notFound("post");
  const content = parseRichText(text, services.settings.origins);
  const createdAt = clock();
  const posted = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findOwnByClientId(tx, user.id, clientId);
    if (existing) return existing;
    const limited = await checkPosting(services, tx, user, content, permissions.canModerate);
    const written = await checkWriting(tx, user, { permissions, discussionId: id, text });
    const state = written === "held" ? written : limited;
    const isShown = state === "shown";
    await deleteDraft(tx, user.id, id);
    const postId = PostId.parse(randomUUID());
    if (isShown) await jobs.add(notifyPost, { postId }, { db: tx });
    const number = await claimPostNumber(tx, id, { isShown, at: createdAt });
    await insertPost(tx, {
      id: postId,
      discussionId: id,
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
    await saveReader(tx, user.id, id, { readNumber: number, isFollowing: true });
    return { id: postId };
  });
  await announceDiscussionChange(services, id);
  return readPost(services, user, posted.id);
}

async function readPost({ db }: Pick<Services, "db">, user: User, id: PostId): Promise<Post> {
  const row = await findPostRow(db, user.id, id);
  if (!row) throw notFound("post");
  return toPost(row, user.id);
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
export async function updatePost(services: Services, user: User, id: PostId, text: string): Promise<Post> {
  const { discussion, post, permissions } = await requirePostAccess(services, user, id);
  if (post.authorId !== user.id) throw forbidden();
  const content = parseRichText(text, services.settings.origins);
  const now = services.clock();
  await services.db.transaction(async (tx) => {
    const written = await checkWriting(tx, user, { permissions, discussionId: discussion.id, text });
    const before = await lockPost(tx, id);
    if (before?.state !== "shown" && before?.state !== "held") throw conflict("post_removed");
    if (before.source === text) return;
    const previousUrls = listExternalUrls(before.content);
    const addsLink =
      before.state === "shown" && listExternalUrls(content).some((url) => !previousUrls.includes(url));
    if (addsLink && !(await canPostLinks(services, tx, user, permissions.canModerate)))
      throw forbidden("links_not_yet");
    const isMarked = before.editedAt !== null || now.getTime() - before.createdAt.getTime() >= unmarkedEditMs;
    if (isMarked) await insertRevision(tx, id, before.source, now);
    await updatePostRow(tx, id, {
      source: text,
      content,
      normalizedText: normalizeSearchText(toPlainText(content)),
      ...(isMarked && { editedAt: now }),
    });
    if (written === "held" && before.state === "shown") {
      await applyPostState({ ...services, db: tx }, id, { state: "held", removedFrom: null });
    }
  });
  await announceDiscussionChange(services, discussion.id);
  return readPost(services, user, id);
}

/** Empties the text; replies stay. @throws {ProblemError} `not_found`; `forbidden` for others */
export async function deletePost(services: Services, user: User, id: PostId): Promise<Post> {
  const { discussion, community, post } = await requirePostAccess(services, user, id);
  if (post.authorId !== user.id) throw forbidden();
  await services.db.transaction(async (tx) => {
    const locked = await lockDiscussion(tx, discussion.id);
    await updatePostRow(tx, id, { state: "deleted", source: "", content: [], normalizedText: "" });
    await deleteRevisions(tx, id);
    const isOpeningPost = post.number === 0 && locked?.lastNumber === 0;
    if (isOpeningPost) await updateDiscussionRow(tx, discussion.id, { state: "deleted" });
    await recountAfterRemoval(tx, discussion.id, community.id, id, isOpeningPost);
  });
  await announceDiscussionChange(services, discussion.id);
  return readPost(services, user, id);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict` */
export async function moderatePost(
  services: Services,
  user: User,
  id: PostId,
  { state, reason = "" }: InputOf<Contract["moderatePost"]>["body"],
): Promise<Post> {
  const { discussion, permissions } = await requirePostAccess(services, user, id);
  if (!permissions.canModerate) throw forbidden();
  await setPostState(services, user.id, id, state, reason);
  await announceDiscussionChange(services, discussion.id);
  return readPost(services, user, id);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function listPostRevisions(services: Services, user: User, id: PostId) {
  const { permissions } = await requirePostAccess(services, user, id);
  if (!permissions.canModerate) throw forbidden();
  return listRevisions(services.db, id);
}

/** @throws {ProblemError} `not_found`; `forbidden` for the user's own or without membership */
export async function likePost(
  services: Services,
  user: User,
  id: PostId,
  isLiked: boolean,
): Promise<{ likeCount: number; isLiked: boolean }> {
  const { post, permissions } = await requirePostAccess(services, user, id);
  if (post.authorId === user.id || !permissions.canPost) throw forbidden("members_only");
  if (isLiked && (post.state !== "shown" || post.isCollapsed)) throw notFound("post");
  const likeCount = await services.db.transaction(async (tx) => {
    await lockPost(tx, id);
    return setLike(tx, id, user.id, isLiked);
  });
  return { likeCount, isLiked };
}
