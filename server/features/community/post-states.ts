import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId, PostId, PostState } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { recordDecision, revokeRemoval } from "#server/features/decisions/service.ts";
import { notify, withdrawSubject } from "#server/features/notifications/service.ts";
import { conflict, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { countDiscussions, updateDiscussionRow } from "./discussion-queries.ts";
import { notifyPost } from "./jobs.ts";
import {
  countReplies,
  findDiscussionState,
  findOpeningPost,
  lockDiscussionAndPost,
  updatePostRow,
} from "./post-queries.ts";

/** Recounts, and withdraws the notifications about a post that is no longer shown. The discussion is locked. */
export async function recountAfterRemoval(
  tx: Database,
  discussionId: DiscussionId,
  communityId: CommunityId,
  postId: PostId,
  isOpeningPost: boolean,
): Promise<void> {
  await countReplies(tx, discussionId);
  await countDiscussions(tx, [communityId]);
  await withdrawSubject(tx, `post:${postId}`);
  if (isOpeningPost) await withdrawSubject(tx, `discussion:${discussionId}`);
}

/**
 * Removes or shows a post. The caller has checked the right to do so.
 *
 * @throws {ProblemError} `not_found`; `conflict` for a post that its author deleted
 */
export async function setPostState(
  services: Services,
  actorId: UserId,
  id: PostId,
  state: "shown" | "removed",
  reason: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const post = await lockDiscussionAndPost(tx, id);
    if (!post) throw notFound("post");
    if (post.state === "deleted") throw conflict("post_removed");
    if (post.state === state) return;
    const removedReason = state === "removed" ? reason : "";
    await applyPostState({ ...services, db: tx }, id, { state, removedReason, removedFrom: null });
    if (!post.authorId || post.authorId === actorId) return;
    if (state === "removed") {
      await recordDecision(tx, {
        userId: post.authorId,
        kind: "removal",
        subjectType: "post",
        subjectId: id,
        text: post.source,
        reason,
        actorId,
        createdAt: services.clock(),
      });
    } else await revokeRemoval(tx, "post", id, services.clock());
    const isApproved = post.state === "held" && state === "shown";
    if (state === "removed" || isApproved) {
      const discussion = await findDiscussionState(tx, post.discussionId);
      await notifyAuthor(
        services,
        tx,
        { ...post, authorId: post.authorId },
        discussion,
        isApproved ? null : reason,
      );
    }
  });
}

/** Sets the state of a post, of its discussion when it opens one, and what depends on both. */
export async function applyPostState(
  { db: tx, jobs }: Pick<Services, "db" | "jobs">,
  id: PostId,
  changes: {
    readonly state: PostState;
    readonly removedReason?: string;
    readonly removedFrom: PostState | null;
  },
): Promise<void> {
  const post = await lockDiscussionAndPost(tx, id);
  if (!post) return;
  const { state } = changes;
  const discussion = await findDiscussionState(tx, post.discussionId);
  await updatePostRow(tx, id, changes);
  const isOpening = post.number === 0;
  if (isOpening) await updateDiscussionRow(tx, post.discussionId, { state });
  await recountAfterRemoval(
    tx,
    post.discussionId,
    discussion.communityId,
    id,
    isOpening && state === "removed",
  );
  if (state === "shown" && post.notifiedAt === null) await jobs.add(notifyPost, { postId: id }, { db: tx });
}

/** Makes a discussion wait for approval, with the post that opens it. */
export async function holdDiscussion(
  services: Pick<Services, "db" | "jobs">,
  id: DiscussionId,
): Promise<void> {
  const postId = await findOpeningPost(services.db, id);
  if (postId) await applyPostState(services, postId, { state: "held", removedFrom: null });
}

async function notifyAuthor(
  services: Services,
  tx: Database,
  post: { readonly id: PostId; readonly authorId: UserId },
  { id, communityId, title }: Awaited<ReturnType<typeof findDiscussionState>>,
  reason: string | null,
): Promise<void> {
  await notify(
    services,
    post.authorId,
    {
      ...(reason === null
        ? {
            type: "post_approved" as const,
            params: { communityId, discussionId: id, discussion: title },
          }
        : { type: "post_removed" as const, params: { discussion: title, reason } }),
      key: `moderation:${post.id}:${services.clock().toISOString()}`,
    },
    tx,
  );
}
