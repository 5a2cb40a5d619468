import type { UserId } from "#shared/accounts/user.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { announceInRoom, endRooms } from "#server/features/events/service.ts";
import type { Origin } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";

/** Notifies open pages of a discussion of a change; in a transaction when it commits. */
export const announceDiscussionChange = (
  { origin, ...services }: Pick<Services, "live" | "db"> & Origin,
  id: DiscussionId,
): Promise<void> =>
  announceInRoom(services, `discussion:${id}`, {
    topics: ["discussion", "post"],
    ...(origin !== undefined && { origin }),
  });

/** Ends the live updates of a community for a user who may no longer read it. */
export async function leaveRooms(services: Pick<Services, "live">, userId: UserId): Promise<void> {
  await endRooms(services, userId);
  await services.live.publish(userId, { topics: ["community"] });
}
