import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { announceInRoom, endRooms } from "#server/features/events/service.ts";
import type { Services } from "#server/services.ts";

/** Notifies open pages of a discussion of a change; in a transaction when it commits. */
export const announceDiscussionChange = (
  services: Pick<Services, "live" | "db">,
  id: DiscussionId,
): Promise<void> => announceInRoom(services, `discussion:${id}`, { topic: "discussion", id });

/** Ends the live updates of a community for a user who may no longer read it. */
export async function leaveRooms(
  services: Pick<Services, "live">,
  userId: UserId,
  communityId: CommunityId,
): Promise<void> {
  await endRooms(services, userId);
  await services.live.publish(userId, { topic: "community", id: communityId });
}
