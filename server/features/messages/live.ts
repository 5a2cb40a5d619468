import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { ConversationId } from "#shared/messages/contract.ts";
import type { Origin } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { isSharingReadReceipts, listMembers, listOthers } from "./conversation-queries.ts";

type Deps = Pick<Services, "db" | "live">;

/**
 * Notifies members that a conversation or its earlier messages changed; in a transaction when it commits.
 *
 * @param except the member whom the contract notifies
 */
export const publishToMembers = (services: Deps, id: ConversationId, except?: UserId): Promise<void> =>
  publish(services, id, { topics: ["conversation", "message"] }, except);

/** Sends members the number of a new message, which their browsers fetch. */
export const publishMessage = (
  { origin, ...services }: Deps & Origin,
  conversationId: ConversationId,
  number: number,
): Promise<void> =>
  publish(services, conversationId, {
    topics: [],
    message: { conversationId, number },
    ...(origin !== undefined && { origin }),
  });

async function publish(
  { db, live }: Deps,
  id: ConversationId,
  event: LiveEvent,
  except?: UserId,
): Promise<void> {
  const members = await listMembers(db, id);
  await live.publishAll(
    members
      .filter(({ state, userId }) => (state === "active" || state === "request") && userId !== except)
      .map(({ userId }) => ({ userId, event })),
    db,
  );
}

export interface Marks {
  readonly deliveredNumber: number;
  readonly readNumber: number;
}

/** Sends how far a member has read to the member's own tabs, and to others where both share read receipts. */
export async function publishMarks(
  { origin, db, live }: Deps & Origin,
  conversationId: ConversationId,
  userId: UserId,
  marks: Marks,
): Promise<void> {
  const [others, isSharing] = await Promise.all([
    listOthers(db, userId, [conversationId]),
    isSharingReadReceipts(db, userId),
  ]);
  const informed = others.filter((each) => isSharing && each.sharesReadReceipts && each.state === "active");
  const receipt = { conversationId, userId, ...marks };
  await live.publishAll([
    { userId, event: { topics: ["conversation"], ...(origin !== undefined && { origin }) } },
    ...informed.map((each) => ({ userId: each.userId, event: { topics: [], receipt } })),
  ]);
}
