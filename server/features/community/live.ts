import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { announceInRoom, endRooms } from "#server/features/events/service.ts";
import type { Services } from "#server/services.ts";

/** Tells open pages of a discussion that it changed. */
export const discussionChanged = (services: Pick<Services, "live">, id: DiscussionId): Promise<void> =>
  announceInRoom(services, `discussion:${id}`, { topic: "discussion", id });

/** Open pages of someone who lost the right to read hear no more of the community. */
export async function leaveRooms(
  services: Pick<Services, "live">,
  userId: UserId,
  communityId: CommunityId,
): Promise<void> {
  await endRooms(services, userId);
  await services.live.publish(userId, { topic: "community", id: communityId });
}
