import type { User, UserId } from "#shared/accounts/user.ts";
import { type Conversation, type ConversationId, maxGroupSize } from "#shared/messages/contract.ts";
import { requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { getMessageRights } from "#server/features/people/service.ts";
import { conflict, forbidden, ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { listMembers, lockConversation, setTitle, upsertMember } from "./conversation-queries.ts";
import { getConversation, publishToMembers, requireConversation } from "./conversations.ts";

/** @throws {ProblemError} `not_found`; `conflict` for two people; `forbidden` before accepting */
async function requireGroup(services: Services, user: User, id: ConversationId): Promise<void> {
  const { pair, state } = await requireConversation(services, user, id);
  if (pair !== null) throw conflict("not_a_group");
  if (state !== "active") throw forbidden();
}

/**
 * Adds people to a group. They see messages sent from then on; people who do not know the sender get a
 * message request.
 *
 * @throws {ProblemError} `not_found`; `conflict` for two people and for full groups; `cannot_message`
 */
export async function addMembers(
  services: Services,
  user: User,
  id: ConversationId,
  userIds: readonly UserId[],
): Promise<Conversation> {
  await requireGroup(services, user, id);
  requireVerifiedEmail(user);
  const added = [...new Set(userIds)].filter((userId) => userId !== user.id);
  const rights = await Promise.all(added.map((userId) => getMessageRights(services, user.id, userId)));
  if (rights.includes("refused")) throw new ProblemError("cannot_message", "cannot_message");
  await services.db.transaction(async (tx) => {
    const { lastNumber } = (await lockConversation(tx, id)) ?? { lastNumber: 0 };
    const members = new Map((await listMembers(tx, id)).map(({ userId, state }) => [userId, state]));
    const isMember = (userId: UserId) => ["active", "request"].includes(members.get(userId) ?? "left");
    const newMembers = added.filter((userId) => !isMember(userId));
    const size = [...members.values()].filter((state) => state === "active" || state === "request").length;
    if (size + newMembers.length > maxGroupSize) throw conflict(reason("group_full", { max: maxGroupSize }));
    for (const [n, userId] of added.entries()) {
      // A declined invitation is not repeated.
      if (!newMembers.includes(userId) || members.get(userId) === "declined") continue;
      const state = rights[n] === "allowed" ? "active" : "request";
      const numbers = { fromNumber: lastNumber, readNumber: lastNumber, deliveredNumber: lastNumber };
      await upsertMember(tx, { conversationId: id, userId, state, joinedAt: services.clock(), ...numbers });
    }
  });
  await publishToMembers(services, id);
  return getConversation(services, user, id);
}

/** @throws {ProblemError} `not_found`; `conflict` for two people */
export async function renameGroup(
  services: Services,
  user: User,
  id: ConversationId,
  title: string,
): Promise<Conversation> {
  await requireGroup(services, user, id);
  await setTitle(services.db, id, title);
  await publishToMembers(services, id);
  return getConversation(services, user, id);
}
