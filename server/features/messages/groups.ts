import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { messagesContract } from "#shared/messages/contract.ts";
import { type Conversation, type ConversationId, maxGroupSize } from "#shared/messages/message.ts";
import { requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { getMessageRights } from "#server/features/people/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, ProblemError, reason } from "#server/http/api/problem.ts";
import { lockConversation, updateTitle } from "./conversation-queries.ts";
import { getConversation, requireConversation } from "./conversations.ts";
import { publishToMembers } from "./live.ts";
import { listMembers, upsertMember } from "./member-queries.ts";

/** @throws {ProblemError} `not_found`; `conflict` for two people; `forbidden` before accepting */
async function requireGroup(context: Context, id: ConversationId): Promise<void> {
  const { pair, state } = await requireConversation(context, id);
  if (pair !== null) throw conflict("not_a_group");
  if (state !== "active") throw forbidden();
}

/**
 * Adds people to a group. They see messages sent from then on; people who do not know the sender get a
 * message request.
 *
 * @throws {ProblemError} `not_found`; `conflict` for two people and for full groups; `cannot_message`
 */
export async function addConversationMembers(
  context: Context,
  { params: { conversationId }, body: { userIds } }: InputOf<typeof messagesContract.addConversationMembers>,
): Promise<Conversation> {
  const { user } = context;
  await requireGroup(context, conversationId);
  requireVerifiedEmail(user);
  const added = [...new Set(userIds)].filter((userId) => userId !== user.id);
  const rights = await Promise.all(added.map((userId) => getMessageRights(context, user.id, userId)));
  if (rights.includes("refused")) throw new ProblemError("cannot_message", "cannot_message");
  await context.db.transaction(async (tx) => {
    const { lastNumber } = (await lockConversation(tx, conversationId)) ?? { lastNumber: 0 };
    const members = new Map(
      (await listMembers(tx, conversationId)).map(({ userId, state }) => [userId, state]),
    );
    const isMember = (userId: UserId) => ["active", "request"].includes(members.get(userId) ?? "left");
    const newMembers = added.filter((userId) => !isMember(userId));
    const size = [...members.values()].filter((state) => state === "active" || state === "request").length;
    if (size + newMembers.length > maxGroupSize) throw conflict(reason("group_full", { max: maxGroupSize }));
    for (const [n, userId] of added.entries()) {
      // A declined invitation is not repeated.
      if (!newMembers.includes(userId) || members.get(userId) === "declined") continue;
      const state = rights[n] === "allowed" ? "active" : "request";
      const numbers = { fromNumber: lastNumber, readNumber: lastNumber, deliveredNumber: lastNumber };
      await upsertMember(tx, { conversationId, userId, state, joinedAt: context.clock(), ...numbers });
    }
  });
  await publishToMembers(context, conversationId, context.user.id);
  return getConversation(context, { params: { conversationId } });
}

/** @throws {ProblemError} `not_found`; `conflict` for two people; `email_unverified` */
export async function renameConversation(
  context: Context,
  { params: { conversationId }, body: { title } }: InputOf<typeof messagesContract.renameConversation>,
): Promise<Conversation> {
  await requireGroup(context, conversationId);
  requireVerifiedEmail(context.user);
  await updateTitle(context.db, conversationId, title);
  await publishToMembers(context, conversationId, context.user.id);
  return getConversation(context, { params: { conversationId } });
}
