import { randomUUID } from "node:crypto";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { messagesContract } from "#shared/messages/contract.ts";
import { type ConversationId, type Message, MessageId, type PictureId } from "#shared/messages/message.ts";
import { hasExternalLink, type RichText, toPlainText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { getAccountAge, requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { getMessageRights } from "#server/features/people/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { forbidden, invalid, notFound, ProblemError } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import {
  claimNumber,
  countStarted,
  findOrCreateConversation,
  insertGroup,
  lockConversation,
} from "./conversation-queries.ts";
import { acceptAsMember, requireConversation } from "./conversations.ts";
import { notifyDelayMs, notifyMessage } from "./jobs.ts";
import { listReceivers, publishToMembers } from "./live.ts";
import { advanceMarks, listMembers, type MemberState, upsertMember } from "./member-queries.ts";
import { attachPictures, findByClientId, findMessageRow, insertMessage } from "./message-queries.ts";
import { readMessage } from "./present-message.ts";

const dayMs = 24 * 3_600_000;
/** Conversations that a new account starts in a day, and any other. */
const startsPerDay = { new: 3, known: 50 } as const;

const cannotMessage = () => new ProblemError("cannot_message", "cannot_message");

/**
 * Sends a first message to a person or a new group. People who do not know the sender get a message request.
 *
 * @throws {ProblemError} `cannot_message` when one of them does not accept messages; `email_unverified`;
 *   `too_many_requests`
 */
export async function startConversation(
  context: Context,
  { body: { userIds, title = "", text, clientId } }: InputOf<typeof messagesContract.startConversation>,
): Promise<{ conversationId: ConversationId }> {
  const { db, clock, user } = context;
  requireVerifiedEmail(user);
  const others = [...new Set(userIds)].filter((id) => id !== user.id);
  if (others.length === 0) throw invalid({ userIds: "check_fields" });
  const rights = await Promise.all(others.map((id) => getMessageRights(context, user.id, id)));
  if (rights.includes("refused")) throw cannotMessage();
  const content = parseRichText(text, context.settings.origins);
  const at = clock();
  const isPair = others.length === 1 && title === "";
  const conversationId = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findByClientId(tx, user.id, clientId);
    if (existing) return existing.conversationId;
    const id = isPair
      ? await findOrCreateConversation(tx, [user.id, ...others].sort().join(" "), at)
      : await insertGroup(tx, title, at);
    const { lastNumber } = (await lockConversation(tx, id)) ?? { lastNumber: 0 };
    if (lastNumber === 0) await checkStarts(context, tx, user);
    const before = new Map((await listMembers(tx, id)).map(({ userId, state }) => [userId, state]));
    await upsertMember(tx, { conversationId: id, userId: user.id, state: "active", joinedAt: at });
    const states: MemberState[] = [];
    for (const [n, userId] of others.entries()) {
      const state = getNextState(before.get(userId), rights[n] === "allowed");
      if (state) await upsertMember(tx, { conversationId: id, userId, state, joinedAt: at });
      states.push(state ?? before.get(userId) ?? "left");
    }
    requireTextForRequests(content, states);
    await addMessage(context, tx, user, id, { text, content, clientId, replyToId: null });
    return id;
  });
  await publishToMembers(context, conversationId, user.id);
  return { conversationId };
}

/** The new member state of a recipient; null for no change. */
export function getNextState(before: MemberState | undefined, isKnown: boolean) {
  if (before === undefined || before === "left") return isKnown ? ("active" as const) : ("request" as const);
  return before !== "active" && isKnown ? ("active" as const) : null;
}

async function checkStarts({ clock, settings }: Services, tx: Database, user: User): Promise<void> {
  const isNew = (await getAccountAge({ db: tx, clock }, user.id)) < dayMs;
  const started = await countStarted(tx, user.id, new Date(clock().getTime() - dayMs));
  const max = (isNew ? startsPerDay.new : startsPerDay.known) * settings.rateLimitFactor;
  if (started >= max) throw new ProblemError("too_many_requests", "too_many_conversations");
}

interface NewMessage {
  readonly text: string;
  readonly pictureIds?: readonly PictureId[];
  readonly content: RichText;
  readonly clientId: string;
  readonly replyToId: MessageId | null;
}

/**
 * Nobody is sent links before accepting.
 *
 * @param others the states of all members but the sender
 */
export function requireTextForRequests(content: RichText, others: readonly MemberState[]): void {
  const isAccepted = others.some((state) => state === "active");
  if (!isAccepted && others.includes("request") && hasExternalLink(content))
    throw forbidden("requests_text_only");
}

async function addMessage(
  { clock, jobs }: Services,
  tx: Database,
  user: User,
  conversationId: ConversationId,
  { text, content, clientId, replyToId, pictureIds = [] }: NewMessage,
): Promise<MessageId> {
  const createdAt = clock();
  const runAt = new Date(createdAt.getTime() + notifyDelayMs);
  const id = MessageId.parse(randomUUID());
  // Before the conversation is locked, which serializes its writers until the commit.
  await jobs.add(notifyMessage, { messageId: id }, { db: tx, runAt });
  const number = await claimNumber(tx, conversationId, createdAt);
  await insertMessage(tx, {
    id,
    conversationId,
    number,
    senderId: user.id,
    clientId,
    source: text,
    content,
    replyToId,
    createdAt,
    normalizedText: normalizeSearchText(toPlainText(content)),
  });
  const attached = await attachPictures(tx, { id, conversationId, senderId: user.id }, pictureIds);
  if (attached !== pictureIds.length) throw invalid({ pictureIds: "picture_gone" });
  await advanceMarks(tx, conversationId, user.id, { read: number });
  return id;
}

/**
 * Sends a message; to two people also after one of them left.
 *
 * @throws {ProblemError} `not_found`; `cannot_message` after a block or when they no longer accept messages
 */
export async function sendPrivateMessage(
  context: Context,
  {
    params: { conversationId },
    body: { text, pictureIds = [], replyToId, clientId },
  }: InputOf<typeof messagesContract.sendPrivateMessage>,
): Promise<Message> {
  const { db, user } = context;
  const { state, pair } = await requireConversation(context, conversationId);
  requireVerifiedEmail(user);
  const content = parseRichText(text, context.settings.origins);
  const sent = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await findByClientId(tx, user.id, clientId);
    if (existing) return { id: existing.id, changesMembers: false };
    const others = (await listMembers(tx, conversationId)).filter(({ userId }) => userId !== user.id);
    if (state === "request") await acceptAsMember(tx, user, conversationId);
    const states = others.map((each) => each.state);
    if (pair !== null)
      states[0] = await reopenConversation({ ...context, db: tx }, user.id, conversationId, others[0]);
    requireTextForRequests(content, states);
    const replied = replyToId ? await findMessageRow(tx, user.id, replyToId) : null;
    if (replyToId && replied?.conversationId !== conversationId) throw notFound("message");
    const message = { text, content, clientId, pictureIds, replyToId: replyToId ?? null };
    const changesMembers = state === "request" || states.some((next, n) => next !== others[n]?.state);
    return { id: await addMessage(context, tx, user, conversationId, message), changesMembers };
  });
  const message = await readMessage(context, user, sent.id);
  if (sent.changesMembers) await publishToMembers(context, conversationId);
  else await publishMessage(context, conversationId, message.number);
  return message;
}

/** Sends members the number of a new message, which their browsers fetch; in a transaction when it commits. */
async function publishMessage(
  { db, live, origin }: Context,
  conversationId: ConversationId,
  number: number,
): Promise<void> {
  const message = { conversationId, number };
  const event: LiveEvent = { topics: [], message, ...(origin !== undefined && { origin }) };
  const receivers = await listReceivers(db, conversationId);
  await live.publishAll(
    receivers.map((userId) => ({ userId, event })),
    db,
  );
}

type OtherMember = { readonly userId: UserId; readonly state: MemberState } | undefined;

/** @throws {ProblemError} `cannot_message` when the other one of two does not accept messages of the user */
export async function requireAcceptedByOther(services: Services, userId: UserId, other: OtherMember) {
  if (!other) throw cannotMessage();
  const rights = await getMessageRights(services, userId, other.userId);
  if (rights === "refused") throw cannotMessage();
  return { ...other, rights };
}

/**
 * The other one of two comes back as after a first message.
 *
 * @returns the state of the other one
 */
async function reopenConversation(
  services: Services,
  userId: UserId,
  id: ConversationId,
  other: OtherMember,
): Promise<MemberState> {
  const { rights, ...member } = await requireAcceptedByOther(services, userId, other);
  const state = getNextState(member.state, rights === "allowed");
  const joinedAt = services.clock();
  if (state) await upsertMember(services.db, { conversationId: id, userId: member.userId, state, joinedAt });
  return state ?? member.state;
}
