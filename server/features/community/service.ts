import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { PostId } from "#shared/community/discussion.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { toPlainText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { locateInBoth } from "#server/features/positions/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { checkAnnotation } from "./annotations.ts";
import { requireModeratorAccess, requireReadAccess } from "./communities.ts";
import { insertCommunity, saveCommunityBook } from "./community-queries.ts";
import { countDiscussions, insertDiscussion, updateDiscussionRow } from "./discussion-queries.ts";
import { announceDiscussionChange } from "./live.ts";
import { saveMember } from "./member-queries.ts";
import {
  countReplies,
  findDiscussionOfPost,
  insertPost,
  listHeldPostRows,
  listPostsToChange,
} from "./post-queries.ts";
import { applyPostState, setPostState } from "./post-states.ts";
import { requirePostAccess } from "./posts.ts";
import { keepOpenForReaders, listAnchors } from "./relocation-queries.ts";
import { containsHeldWord } from "./writer-queries.ts";

export { checkAnnotation, containsHeldWord, listHeldPostRows, relocateDiscussions };

/** A post that the caller may read. @throws {ProblemError} `not_found`, `forbidden` */
export const getReadablePost = (services: Services, user: User, id: PostId) =>
  requirePostAccess(services, user, id);

/** @throws {ProblemError} `not_found`, `forbidden` for users who are not moderators */
export async function requireModerator(context: Context, id: CommunityId): Promise<void> {
  await requireModeratorAccess(context, context.user, id);
}

/** Null for communities that the viewer cannot read. */
export async function getReadableMembership(
  services: Pick<Services, "db" | "clock">,
  user: User | null,
  id: CommunityId,
): Promise<{ isMember: boolean; isModerator: boolean } | null> {
  const access = await requireReadAccess(services, user, id).catch(ignoreNotFound);
  if (!access) return null;
  return {
    isMember: access.community.membership?.state === "active",
    isModerator: access.permissions.canModerate,
  };
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof ProblemError && error.code === "not_found") return null;
  throw error;
}

/** Removes or restores a post and updates open pages. The caller has checked the right to do so. */
export async function decidePost(
  services: Services,
  actorId: UserId,
  id: PostId,
  state: "shown" | "removed",
  reason: string,
): Promise<void> {
  await setPostState(services, actorId, id, state, reason);
  const discussionId = await findDiscussionOfPost(services.db, id);
  if (discussionId) await announceDiscussionChange(services, discussionId);
}

/**
 * Removes the posts of an author, or restores those that were removed so.
 *
 * @returns how many posts changed
 */
export async function changeUserPosts(
  services: Services,
  authorId: UserId,
  action: "remove" | "restore",
): Promise<number> {
  const posts = await listPostsToChange(services.db, authorId, action);
  for (const { id, discussionId, state, removedFrom } of posts) {
    await services.db.transaction((tx) =>
      applyPostState({ ...services, db: tx }, id, {
        ...(action === "remove"
          ? { state: "removed", removedFrom: state }
          : { state: removedFrom ?? "shown", removedFrom: null }),
      }),
    );
    await announceDiscussionChange(services, discussionId);
  }
  return posts.length;
}

interface SampleDiscussion {
  readonly title: string;
  /** Authors and texts, the opening post first. */
  readonly posts: readonly { readonly authorId: UserId; readonly text: string }[];
  /** Opens to readers who have reached this fraction of the book. */
  readonly anchor?: { readonly bookId: BookId; readonly fraction: number };
}

interface SampleCommunity {
  readonly name: string;
  readonly about: string;
  readonly rules: string;
  readonly language: string;
  /** The owner first. */
  readonly members: readonly UserId[];
  readonly bookId: BookId | null;
  readonly discussions: readonly SampleDiscussion[];
}

/** Creates a public community with its discussions, unless one has the name. */
export async function addSampleCommunity(
  services: Services,
  sample: SampleCommunity,
): Promise<CommunityId | null> {
  const { db, clock } = services;
  const { name, about, rules, language, members, bookId } = sample;
  const createdAt = clock();
  return db.transaction(async (tx) => {
    const communityId = await insertCommunity(tx, {
      name,
      normalizedName: normalizeSearchText(name),
      about,
      rules,
      language,
      visibility: "public",
      createdAt,
    });
    if (!communityId) return null;
    for (const [n, userId] of members.entries()) {
      const role = n === 0 ? "owner" : "member";
      await saveMember(tx, { communityId, userId, role, state: "active", since: createdAt });
    }
    if (bookId) {
      const startsOn = toLocalDay("UTC", createdAt.getTime());
      await saveCommunityBook(tx, { communityId, bookId, startsOn, chaptersPerWeek: 1, isCurrent: true });
    }
    for (const discussion of sample.discussions) {
      await addSampleDiscussion({ ...services, db: tx }, communityId, discussion);
    }
    await countDiscussions(tx, [communityId]);
    return communityId;
  });
}

async function addSampleDiscussion(
  { db, clock }: Pick<Services, "db" | "clock">,
  communityId: CommunityId,
  { title, posts, anchor }: SampleDiscussion,
): Promise<void> {
  const createdAt = clock();
  const locator = anchor && { fraction: anchor.fraction };
  const fractions = anchor ? await locateInBoth(db, anchor.bookId, { fraction: anchor.fraction }) : null;
  const discussionId = await insertDiscussion(db, {
    communityId,
    authorId: posts[0]?.authorId ?? null,
    title,
    normalizedTitle: normalizeSearchText(title),
    state: "shown",
    createdAt,
    activeAt: createdAt,
    lastNumber: posts.length - 1,
    ...(anchor && { anchorBookId: anchor.bookId, anchor: locator ?? null }),
    anchorText: fractions?.text?.fraction ?? null,
    anchorAudio: fractions?.audio?.fraction ?? null,
  });
  for (const [number, { authorId, text }] of posts.entries()) {
    const content = parseRichText(text);
    await insertPost(db, {
      discussionId,
      number,
      authorId,
      state: "shown",
      source: text,
      content,
      createdAt,
      notifiedAt: createdAt,
      normalizedText: normalizeSearchText(toPlainText(content)),
    });
  }
  await countReplies(db, discussionId);
}

/**
 * Measures the positions of a book's discussions again after its files changed. Readers who had reached a position
 * keep the discussion open.
 */
async function relocateDiscussions(tx: Database, bookId: BookId, now: Date): Promise<void> {
  for (const { id, anchor, ...before } of await listAnchors(tx, bookId)) {
    if (!anchor) continue;
    const { text, audio } = await locateInBoth(tx, bookId, anchor);
    const after = { anchorText: text?.fraction ?? null, anchorAudio: audio?.fraction ?? null };
    if (after.anchorText === null && after.anchorAudio === null) continue;
    await updateDiscussionRow(tx, id, after);
    await keepOpenForReaders(tx, id, before, now);
  }
}
