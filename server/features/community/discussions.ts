import * as z from "zod/mini";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type {
  Discussion,
  DiscussionId,
  DiscussionReply,
  FeedDiscussion,
  ListedDiscussion,
} from "#shared/community/discussion.ts";
import type { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getPositionFormat } from "#shared/positions/format.ts";
import { toExcerpt, toPlainText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { filterVisible, getAccess } from "#server/features/books/service.ts";
import { locateInBoth } from "#server/features/positions/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, timestampText, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, notFound } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { requireModeratorAccess, requireReadAccess } from "./communities.ts";
import { listNames } from "./community-queries.ts";
import {
  type DiscussionAccess,
  requireDiscussionAccess,
  requireKnownDiscussion,
} from "./discussion-access.ts";
import {
  countAhead,
  countDiscussions,
  type FoundDiscussion,
  findDiscussion,
  findOwnByClientId,
  insertDiscussion,
  listDiscussionRows,
  listFeedRows,
  updateDiscussionRow,
} from "./discussion-queries.ts";
import { deleteDraft } from "./draft-queries.ts";
import { notifyPost } from "./jobs.ts";
import { announceDiscussionChange } from "./live.ts";
import { getWritingObstacle } from "./permissions.ts";
import { insertPost } from "./post-queries.ts";
import { holdDiscussion } from "./post-states.ts";
import { checkPosting } from "./posting-limits.ts";
import { saveReader } from "./reader-queries.ts";
import { checkWriting } from "./writing.ts";

type Contract = typeof discussionsContract;

const defaultPage = 20;
const positionParts = z.tuple([z.boolean(), timestampText, z.uuid()]);

type Row = Omit<FoundDiscussion, "authorId" | "anchorBookId" | "isAhead" | "isBlockedByAuthor">;

function toDiscussion<R extends Row>({ content, anchorLocator, anchorBook, ...row }: R) {
  const excerpt = content ? toExcerpt(content) : "";
  if (!anchorLocator || !anchorBook) return { ...row, excerpt, anchor: null };
  const { id, title, coverHash } = anchorBook;
  const book = { id, title, coverImageUrl: getCoverUrl(id, coverHash) };
  return { ...row, excerpt, anchor: { book, locator: anchorLocator } };
}

/** @throws {ProblemError} `not_found`; `invalid_input` for another list's cursor */
export async function listDiscussions(
  context: GuestContext,
  {
    params: { communityId },
    query: { search = "", bookId, limit = defaultPage, cursor },
  }: InputOf<typeof discussionsContract.listDiscussions>,
): Promise<{ discussions: ListedDiscussion[]; aheadCount: number; nextCursor: string | null }> {
  const { user } = context;
  const access = await requireReadAccess(context, user, communityId);
  const { db } = context;
  const after = decodeCursor(cursor, positionParts);
  const filter = { communityId, search: normalizeSearchText(search), bookId, after };
  const view = {
    viewerId: user?.id ?? null,
    isBookVisible: filterVisible(user),
    canReadMembersOnly: access.permissions.canReadMembersOnly,
    canModerate: access.permissions.canModerate,
  };
  const [rows, aheadCount] = await Promise.all([
    listDiscussionRows(db, view, filter, limit + 1),
    countAhead(db, view, filter),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.isPinned, last.activeText, last.id]);
  return {
    discussions: shown.map(({ activeText: _activeText, ...row }) => toDiscussion(row)),
    aheadCount,
    nextCursor,
  };
}

/** The latest discussions of the communities of a member. */
export async function listFeed(
  { db, user }: Context,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof discussionsContract.listFeed>,
): Promise<{ discussions: FeedDiscussion[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor, timeAndId);
  const rows = await listFeedRows(db, user.id, filterVisible(user), after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.activeText, last.id]);
  const names = await listNames(db, [...new Set(shown.map(({ communityId }) => communityId))]);
  const discussions = shown.map(({ activeText: _activeText, ...row }) => ({
    ...toDiscussion(row),
    communityName: names.get(row.communityId) ?? "",
  }));
  return { discussions, nextCursor };
}

/**
 * A discussion; one that is ahead of the viewer is not described.
 *
 * @throws {ProblemError} `not_found`
 */
export async function getDiscussion(
  context: GuestContext,
  { params: { discussionId } }: InputOf<typeof discussionsContract.getDiscussion>,
): Promise<DiscussionReply> {
  const { discussion, community, permissions } = await requireKnownDiscussion(
    context,
    context.user,
    discussionId,
  );
  const { isAhead } = discussion;
  const { canPost, canModerate } = permissions;
  const obstacle = canPost ? null : getWritingObstacle(community, context.clock());
  return {
    isAhead,
    communityId: community.id,
    communityName: community.name,
    discussion: isAhead ? null : toDiscussion(discussion),
    permissions: {
      canPost,
      canModerate,
      obstacle,
      mutedUntil: obstacle === "muted" ? (community.membership?.mutedUntil ?? null) : null,
    },
  };
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who may not post; `too_many_requests` */
export async function createDiscussion(
  context: Context,
  {
    params: { communityId },
    body: { title, text, anchor, clientId },
  }: InputOf<typeof discussionsContract.createDiscussion>,
): Promise<Discussion> {
  const { db, clock, jobs, user } = context;
  const access = await requireReadAccess(context, user, communityId);
  const content = parseRichText(text, context.settings.origins);
  const anchorColumns = anchor ? await convertAnchor(context, user, anchor) : {};
  const createdAt = clock();
  const id = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findOwnByClientId(tx, user.id, clientId);
    if (existing) return existing.discussionId;
    const written = await checkWriting(tx, user, {
      access,
      now: createdAt,
      discussionId: null,
      text: `${title} ${text}`,
    });
    const limited = await checkPosting(context, tx, user, content, access.permissions.canModerate);
    const state = written === "held" ? written : limited;
    const id = await insertDiscussion(tx, {
      communityId,
      authorId: user.id,
      title,
      normalizedTitle: normalizeSearchText(title),
      state,
      isMembersOnly: access.community.visibility === "request",
      ...anchorColumns,
      createdAt,
      activeAt: createdAt,
    });
    const postId = await insertPost(tx, {
      discussionId: id,
      number: 0,
      authorId: user.id,
      clientId,
      state,
      source: text,
      content,
      normalizedText: normalizeSearchText(toPlainText(content)),
      createdAt,
    });
    await saveReader(tx, user.id, id, { readNumber: 0, isFollowing: true });
    await countDiscussions(tx, [communityId]);
    await deleteDraft(tx, user.id, communityId);
    if (state === "shown") await jobs.add(notifyPost, { postId }, { db: tx });
    return id;
  });
  return findOwnDiscussion(context, user.id, id);
}

/** The position in both formats, converted once. */
async function convertAnchor(
  services: Services,
  user: User,
  { bookId, locator }: NonNullable<InputOf<Contract["createDiscussion"]>["body"]["anchor"]>,
) {
  await getAccess(services, user, bookId);
  const { text, audio } = await locateInBoth(services.db, bookId, locator);
  return {
    anchorBookId: bookId,
    anchor: getPositionFormat(locator) === "audio" ? locator : (text ?? locator),
    anchorText: text?.fraction ?? null,
    anchorAudio: audio?.fraction ?? null,
  };
}

async function findOwnDiscussion(
  { db }: Pick<Services, "db">,
  userId: UserId,
  id: DiscussionId,
): Promise<Discussion> {
  const found = await findDiscussion(db, userId, id);
  if (!found) throw notFound("discussion");
  return toDiscussion(found);
}

/** @throws {ProblemError} `not_found` */
export async function openDiscussion(
  context: Context,
  { params: { discussionId } }: InputOf<typeof discussionsContract.openDiscussion>,
): Promise<DiscussionReply> {
  const { user } = context;
  await requireKnownDiscussion(context, user, discussionId);
  await saveReader(context.db, user.id, discussionId, { openedAt: context.clock() });
  return getDiscussion(context, { params: { discussionId } });
}

/**
 * @throws {ProblemError} `not_found`, `forbidden`; `conflict` when its title is changed while it is locked, and
 *   when it would leave the members for whom it was written
 */
export async function updateDiscussion(
  context: Context,
  {
    params: { discussionId },
    body: { title, isPinned, isLocked, communityId },
  }: InputOf<typeof discussionsContract.updateDiscussion>,
): Promise<DiscussionReply> {
  const { user } = context;
  const access = await requireDiscussionAccess(context, user, discussionId);
  const { discussion, community, permissions } = access;
  const isOwn = discussion.authorId === user.id;
  const moderates = isPinned !== undefined || isLocked !== undefined || communityId !== undefined;
  if (moderates && !permissions.canModerate) throw forbidden();
  if (title !== undefined && !isOwn && !permissions.canModerate) throw forbidden();
  if (communityId) await requireModeratorAccess(context, user, communityId);
  // Posts that were written for the members of one community are not shown to others.
  const isClosed =
    communityId !== undefined && (community.visibility === "request" || discussion.isMembersOnly);
  if (isClosed && communityId !== community.id) throw conflict("closed_discussion");
  await context.db.transaction(async (tx) => {
    if (title !== undefined) await checkTitle(context, tx, user, access, title);
    await updateDiscussionRow(tx, discussionId, {
      ...(title !== undefined && { title, normalizedTitle: normalizeSearchText(title) }),
      ...(isPinned !== undefined && { isPinned }),
      ...(isLocked !== undefined && { isLocked }),
      ...(communityId && { communityId }),
      // Keeps the statement valid when there is nothing to update.
      id: discussionId,
    });
    if (communityId) await countDiscussions(tx, [communityId, discussion.communityId]);
  });
  await announceDiscussionChange(context, discussionId);
  return getDiscussion(context, { params: { discussionId } });
}

/** A new title with a held word makes the discussion wait for approval. Moderators are not the writer. */
async function checkTitle(
  services: Services,
  tx: Database,
  user: User,
  access: DiscussionAccess,
  title: string,
): Promise<void> {
  if (access.permissions.canModerate) return;
  const { id, state } = access.discussion;
  const now = services.clock();
  const written = await checkWriting(tx, user, { access, now, discussionId: id, text: title });
  if (written === "held" && state === "shown") await holdDiscussion({ ...services, db: tx }, id);
}
