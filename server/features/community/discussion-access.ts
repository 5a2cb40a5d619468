import type { User } from "#shared/accounts/user.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { getAccess } from "#server/features/books/service.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { type CommunityAccess, requireReadAccess } from "./communities.ts";
import { type FoundDiscussion, findDiscussion } from "./discussion-queries.ts";

export interface DiscussionAccess extends CommunityAccess {
  readonly discussion: FoundDiscussion;
}

/**
 * A discussion that the viewer may know of; it may be ahead of them.
 *
 * @throws {ProblemError} `not_found`
 */
export async function requireKnownDiscussion(
  services: Services,
  user: User | null,
  id: DiscussionId,
): Promise<DiscussionAccess> {
  const discussion = await findDiscussion(services.db, user?.id ?? null, id);
  if (!discussion) throw notFound("discussion");
  const access = await requireReadAccess(services, user, discussion.communityId);
  const isOwn = user !== null && discussion.authorId === user.id;
  const { state, anchorBookId, isMembersOnly } = discussion;
  if (isMembersOnly && !access.permissions.canReadMembersOnly) throw notFound("discussion");
  if (state !== "shown" && !isOwn && !access.permissions.canModerate) throw notFound("discussion");
  if (anchorBookId) await getAccess(services, user, anchorBookId);
  const { canPost, canModerate } = access.permissions;
  const permissions = {
    ...access.permissions,
    canPost: canPost && (canModerate || !discussion.isBlockedByAuthor),
  };
  return { ...access, permissions, discussion };
}

/** @throws {ProblemError} `not_found`; `forbidden` when it is ahead of the viewer */
export async function requireDiscussionAccess(
  services: Services,
  user: User | null,
  id: DiscussionId,
): Promise<DiscussionAccess> {
  const access = await requireKnownDiscussion(services, user, id);
  if (access.discussion.isAhead) throw forbidden("discussion_ahead");
  return access;
}
