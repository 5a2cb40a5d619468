import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { messagesContract } from "#shared/messages/contract.ts";
import type { Conversation, ConversationId } from "#shared/messages/message.ts";
import { summarizeMessage } from "#shared/messages/summarize-message.ts";
import type { Database } from "#server/db/client.ts";
import { markSeen, withdraw } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  type ConversationRow,
  countRequests,
  countUnreadConversations,
  type FoundMembership,
  findConversationRow,
  findMembership,
  listConversationRows,
} from "./conversation-queries.ts";
import { getRequestKey } from "./jobs.ts";
import { publishMarks, publishToMembers } from "./live.ts";
import { advanceMarks, isSharingReadReceipts, listOthers, updateMember } from "./member-queries.ts";
import { filterReadMessages } from "./message-queries.ts";

type ReadServices = Pick<Services, "db" | "clock">;

const defaultPage = 20;
const maxExcerpt = 90;

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listConversations(
  context: Context,
  {
    query: { folder = "inbox", limit = defaultPage, cursor },
  }: InputOf<typeof messagesContract.listConversations>,
): Promise<{ conversations: Conversation[]; requestCount: number; nextCursor: string | null }> {
  const { db, user } = context;
  const after = decodeCursor(cursor, timeAndId);
  const state = folder === "inbox" ? "active" : "request";
  const [rows, requestCount] = await Promise.all([
    listConversationRows(db, user.id, state, after, limit + 1),
    countRequests(db, user.id),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.activeText, last.id]);
  return { conversations: await toConversations(context, user.id, shown), requestCount, nextCursor };
}

async function toConversations(
  { db, clock }: ReadServices,
  userId: UserId,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const [others, sharesReadReceipts] = await Promise.all([
    listOthers(
      db,
      userId,
      rows.map(({ id }) => id),
    ),
    isSharingReadReceipts(db, userId),
  ]);
  return rows.map(({ newest, pair, activeText: _activeText, state, ...row }) => {
    const members = others.filter(({ conversationId }) => conversationId === row.id);
    const showsReceipts = (each: (typeof members)[number]) =>
      sharesReadReceipts && each.sharesReadReceipts && each.state === "active" && !each.isBlocked;
    return {
      ...row,
      mutedUntil: row.mutedUntil && row.mutedUntil > clock() ? row.mutedUntil : null,
      state: state === "request" ? "request" : "active",
      isGroup: pair === null,
      isAccepted: pair === null || members.every((each) => each.state === "active" || each.state === "left"),
      ...summarizeMessage(newest?.content ?? null, newest?.hasPicture ?? false, maxExcerpt),
      members: members
        .filter((each) => pair !== null || each.state === "active" || each.state === "request")
        .map((each) => ({
          person: each.person,
          deliveredNumber: state === "active" && showsReceipts(each) ? each.deliveredNumber : null,
          readNumber: state === "active" && showsReceipts(each) ? each.readNumber : null,
        })),
    };
  });
}

/** @throws {ProblemError} `not_found` for users who are not members */
export async function requireConversation(
  { db, user }: Pick<Context, "db" | "user">,
  id: ConversationId,
): Promise<FoundMembership> {
  const found = await findMembership(db, user.id, id);
  if (!found) throw notFound("conversation");
  return found;
}

/** @throws {ProblemError} `not_found` */
export async function getConversation(
  context: Context,
  { params: { conversationId } }: InputOf<typeof messagesContract.getConversation>,
): Promise<Conversation> {
  const found = await findConversationRow(context.db, context.user.id, conversationId);
  const [shown] = found ? await toConversations(context, context.user.id, [found]) : [];
  if (!shown) throw notFound("conversation");
  return shown;
}

export const countUnread = async ({ db, clock, user }: Context): Promise<{ count: number }> => ({
  count: await countUnreadConversations(db, user.id, clock()),
});

/** @throws {ProblemError} `not_found` */
export async function acceptRequest(
  context: Context,
  { params: { conversationId } }: InputOf<typeof messagesContract.acceptRequest>,
): Promise<Conversation> {
  const { user } = context;
  await requireConversation(context, conversationId);
  await acceptAsMember(context.db, user, conversationId);
  await publishToMembers(context, conversationId, user.id);
  return getConversation(context, { params: { conversationId } });
}

/** Makes a member of a user who was asked; the request's notification is done with. */
export async function acceptAsMember(db: Database, user: User, id: ConversationId): Promise<void> {
  await updateMember(db, id, user.id, { state: "active" });
  await withdraw(db, user.id, getRequestKey(id));
}

/** @throws {ProblemError} `not_found` */
export async function muteConversation(
  context: Context,
  { params: { conversationId }, body: { mutedUntil } }: InputOf<typeof messagesContract.muteConversation>,
): Promise<Conversation> {
  const { user } = context;
  await requireConversation(context, conversationId);
  await updateMember(context.db, conversationId, user.id, { mutedUntil });
  return getConversation(context, { params: { conversationId } });
}

/**
 * Leaves a conversation. A declined request stays declined.
 *
 * @throws {ProblemError} `not_found`
 */
export async function leaveConversation(
  context: Context,
  { params: { conversationId } }: InputOf<typeof messagesContract.leaveConversation>,
): Promise<void> {
  const { user } = context;
  const { state } = await requireConversation(context, conversationId);
  await updateMember(context.db, conversationId, user.id, {
    state: state === "request" ? "declined" : "left",
  });
  await withdraw(context.db, user.id, getRequestKey(conversationId));
}

/**
 * Saves what a client received and its reader read. Nothing is marked before a request is accepted.
 *
 * @throws {ProblemError} `not_found`
 */
export async function markConversation(
  context: Context,
  { params: { conversationId }, body: marks }: InputOf<typeof messagesContract.markConversation>,
): Promise<void> {
  const { user } = context;
  const { state } = await requireConversation(context, conversationId);
  if (state !== "active") return;
  const changed = await advanceMarks(context.db, conversationId, user.id, marks);
  if (changed) await publishMarks(context, conversationId, user.id, changed);
  if (marks.read === undefined) return;
  await markSeen(context, user.id, "message:", (ids) =>
    filterReadMessages(context.db, user.id, conversationId, ids),
  );
}

/**
 * Notifies the other members that someone is typing, except those with a block between.
 *
 * @throws {ProblemError} `not_found`
 */
export async function showTyping(
  context: Context,
  { params: { conversationId } }: InputOf<typeof messagesContract.showTyping>,
): Promise<void> {
  const { state } = await requireConversation(context, conversationId);
  if (state !== "active") return;
  const others = await listOthers(context.db, context.user.id, [conversationId]);
  await context.live.publishAll(
    others
      .filter((each) => each.state === "active" && !each.isBlocked)
      .map(({ userId }) => ({ userId, event: { topics: [], typingIn: conversationId } })),
  );
}
