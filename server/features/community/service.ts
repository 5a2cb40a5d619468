import type { User, UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { PostId } from "#shared/community/discussion.ts";
import type { Services } from "#server/services.ts";
import { createCommunity, enterToModerate } from "./communities.ts";
import { createDiscussion } from "./discussions.ts";
import { discussionChanged } from "./live.ts";
import { joinCommunity } from "./members.ts";
import { findDiscussionOf, listHeld, listPostsOf } from "./post-queries.ts";
import { createPost, enterPost, setPostState } from "./posts.ts";

/** A post that the caller may read. @throws {ProblemError} `not_found`, `forbidden` */
export const getReadablePost = (services: Services, user: User, id: PostId) => enterPost(services, user, id);

/** @throws {ProblemError} `not_found`, `forbidden` for those who are not moderators */
export async function requireModerator(services: Services, user: User, id: CommunityId): Promise<void> {
  await enterToModerate(services, user, id);
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
  const discussionId = await findDiscussionOf(services.db, id);
  if (discussionId) await discussionChanged(services, discussionId);
}

export const listHeldPosts = listHeld;

/** Marks posts that were removed together, so that they can be restored together. */
const removedTogether = "account-removed";

/** @returns how many posts were removed */
export async function removePostsOf(services: Services, actorId: UserId, authorId: UserId): Promise<number> {
  const posts = [
    ...(await listPostsOf(services.db, authorId, "shown")),
    ...(await listPostsOf(services.db, authorId, "held")),
  ];
  for (const { id } of posts) await decidePost(services, actorId, id, "removed", removedTogether);
  return posts.length;
}

/** @returns how many posts are shown again */
export async function restorePostsOf(services: Services, actorId: UserId, authorId: UserId): Promise<number> {
  const posts = await listPostsOf(services.db, authorId, "removed", removedTogether);
  for (const { id } of posts) await decidePost(services, actorId, id, "shown", "");
  return posts.length;
}

/** For the demo library. */
export const demoCommunity = { createCommunity, joinCommunity, createDiscussion, createPost };
