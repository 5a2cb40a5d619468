import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { Database } from "#server/db/client.ts";
import type { Origin } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { isSharingReadReceipts, listMembers, listOthers } from "./member-queries.ts";

type Deps = Pick<Services, "db" | "live">;

/** Members, and those who have not answered a request. */
export async function listReceivers(db: Database, id: ConversationId): Promise<UserId[]> {
  const members = await listMembers(db, id);
  return members.filter(({ state }) => state === "active" || state === "request").map(({ userId }) => userId);
}

/**
 * Notifies members that a conversation or its earlier messages changed; in a transaction when it commits.
 *
 * @param except the member whom the contract notifies
 */
export async function publishToMembers(
  { db, live }: Deps,
  id: ConversationId,
  except?: UserId,
): Promise<void> {
  const receivers = (await listReceivers(db, id)).filter((userId) => userId !== except);
  const event: LiveEvent = { topics: ["conversation", "message"] };
  await live.publishAll(
    receivers.map((userId) => ({ userId, event })),
    db,
  );
}

export interface Marks {
  readonly deliveredNumber: number;
  readonly readNumber: number;
}

/**
 * Sends how far a member has read to the member's own tabs, and to others where both share read receipts and
 * neither blocked the other.
 */
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
  const informed = others.filter(
    (each) => isSharing && each.sharesReadReceipts && each.state === "active" && !each.isBlocked,
  );
  const receipt = { conversationId, userId, ...marks };
  await live.publishAll([
    { userId, event: { topics: ["conversation"], ...(origin !== undefined && { origin }) } },
    ...informed.map((each) => ({ userId: each.userId, event: { topics: [], receipt } })),
  ]);
}
