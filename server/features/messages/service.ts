import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import {
  type ConversationId,
  type Message,
  type MessageId,
  messageEditMs,
  type messagesContract,
} from "#shared/messages/contract.ts";
import { hasExternalLink, type RichText, toExcerpt, toPlainText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { getAccountAge, requireVerifiedEmail } from "#server/features/accounts/service.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import { getMessageRights } from "#server/features/people/service.ts";
import { conflict, forbidden, invalid, notFound, ProblemError } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import {
  claimNumber,
  countStarted,
  insertGroup,
  listMembers,
  lockConversation,
  type MemberState,
  openPair,
  putMember,
  raiseMarks,
  updateMember,
} from "./conversation-queries.ts";
import { publishToMembers, requireConversation } from "./conversations.ts";
import { notifyDelayMs, notifyMessage } from "./jobs.ts";
import {
  deleteReactions,
  findByClientId,
  findMessageRow,
  findMessages,
  insertMessage,
  listMessageRows,
  lockMessage,
  type MessageRow,
  setReaction,
  updateMessage,
} from "./message-queries.ts";

type Contract = typeof messagesContract;

const dayMs = 24 * 3_600_000;
const defaultPage = 40;
const defaultFound = 20;
const maxExcerpt = 100;
/** Conversations that a new account starts in a day, and any other. */
const startsPerDay = { new: 3, known: 50 } as const;

const cannotMessage = () => new ProblemError("cannot_message", "cannot_message");

/**
 * Writes to someone, or to a new group. Strangers find it in their requests.
 *
 * @throws {ProblemError} `cannot_message` when one of them does not accept messages; `email_unverified`;
 *   `too_many_requests`
 */
export async function startConversation(
  services: Services,
  user: User,
  { userIds, title = "", text, clientId }: InputOf<Contract["startConversation"]>["body"],
): Promise<{ conversationId: ConversationId }> {
  const { db, clock } = services;
  requireVerifiedEmail(user);
  const others = [...new Set(userIds)].filter((id) => id !== user.id);
  if (others.length === 0) throw invalid({ userIds: "check_fields" });
  const rights = await Promise.all(others.map((id) => getMessageRights(services, user.id, id)));
  if (rights.includes("refused")) throw cannotMessage();
  const content = parseRichText(text);
  const at = clock();
  const isPair = others.length === 1 && title === "";
  const conversationId = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const known = await findByClientId(tx, user.id, clientId);
    if (known) return known.conversationId;
    const id = isPair
      ? await openPair(tx, [user.id, ...others].sort().join(" "), at)
      : await insertGroup(tx, title, at);
    const { lastNumber } = (await lockConversation(tx, id)) ?? { lastNumber: 0 };
    if (lastNumber === 0) await checkStarts(services, tx, user);
    const before = new Map((await listMembers(tx, id)).map(({ userId, state }) => [userId, state]));
    await putMember(tx, { conversationId: id, userId: user.id, state: "active", joinedAt: at });
    const states: MemberState[] = [];
    for (const [n, userId] of others.entries()) {
      const state = nextState(before.get(userId), rights[n] === "allowed");
      if (state) await putMember(tx, { conversationId: id, userId, state, joinedAt: at });
      states.push(state ?? before.get(userId) ?? "left");
    }
    requireTextForRequests(content, states);
    await addMessage(services, tx, user, id, { text, content, clientId, replyToId: null });
    return id;
  });
  await publishToMembers(services, conversationId);
  return { conversationId };
}

/** The state of someone who is written to; null to leave it. */
function nextState(before: MemberState | undefined, isKnown: boolean) {
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
  readonly content: RichText;
  readonly clientId: string;
  readonly replyToId: MessageId | null;
}

/**
 * Nobody is sent links before accepting.
 *
 * @param others the states of all members but the sender
 */
function requireTextForRequests(content: RichText, others: readonly MemberState[]): void {
  const isAccepted = others.some((state) => state === "active");
  if (!isAccepted && others.includes("request") && hasExternalLink(content))
    throw forbidden("requests_text_only");
}

async function addMessage(
  { clock, jobs }: Services,
  tx: Database,
  user: User,
  conversationId: ConversationId,
  { text, content, clientId, replyToId }: NewMessage,
): Promise<MessageId> {
  const createdAt = clock();
  const runAt = new Date(createdAt.getTime() + notifyDelayMs);
  const number = await claimNumber(tx, conversationId, createdAt);
  const id = await insertMessage(tx, {
    ...{ conversationId, number, senderId: user.id, clientId, source: text, content, replyToId, createdAt },
    normalizedText: normalizeSearchText(toPlainText(content)),
  });
  await jobs.add(notifyMessage, { messageId: id }, { db: tx, runAt });
  await raiseMarks(tx, conversationId, user.id, { read: number });
  return id;
}

/**
 * Sends a message; to two people also after one of them left.
 *
 * @throws {ProblemError} `not_found`; `cannot_message` after a block or when they no longer accept messages
 */
export async function sendMessage(
  services: Services,
  user: User,
  id: ConversationId,
  { text, replyToId, clientId }: InputOf<Contract["sendPrivateMessage"]>["body"],
): Promise<Message> {
  const { db } = services;
  const { state, pair } = await requireConversation(services, user, id);
  requireVerifiedEmail(user);
  const content = parseRichText(text);
  const sent = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const known = await findByClientId(tx, user.id, clientId);
    if (known) return known;
    const others = (await listMembers(tx, id)).filter(({ userId }) => userId !== user.id);
    if (state === "request") await updateMember(tx, id, user.id, { state: "active" });
    const states = others.map((each) => each.state);
    if (pair !== null) states[0] = await reopenPair({ ...services, db: tx }, user.id, id, others[0]);
    requireTextForRequests(content, states);
    const replied = replyToId ? await findMessageRow(tx, user.id, replyToId) : null;
    if (replyToId && replied?.conversationId !== id) throw notFound("message");
    const written = { text, content, clientId, replyToId: replyToId ?? null };
    return { id: await addMessage(services, tx, user, id, written) };
  });
  await publishToMembers(services, id);
  return readMessage(services, user, sent.id);
}

/**
 * The other one of two comes back as after a first message.
 *
 * @returns the state of the other one
 */
async function reopenPair(
  services: Services,
  userId: UserId,
  id: ConversationId,
  other: { readonly userId: UserId; readonly state: MemberState } | undefined,
): Promise<MemberState> {
  if (!other) throw cannotMessage();
  const rights = await getMessageRights(services, userId, other.userId);
  const isKnown = rights === "allowed" || other.state === "active";
  if (rights === "refused") throw cannotMessage();
  const state = nextState(other.state, isKnown);
  const joinedAt = services.clock();
  if (state) await putMember(services.db, { conversationId: id, userId: other.userId, state, joinedAt });
  return state ?? other.state;
}

/** @throws {ProblemError} `not_found` for those who are not in it */
export async function listMessages(
  services: Services,
  user: User,
  id: ConversationId,
  { before, after, limit = defaultPage }: InputOf<Contract["listPrivateMessages"]>["query"],
): Promise<{ messages: Message[]; hasEarlier: boolean }> {
  await requireConversation(services, user, id);
  const rows = await listMessageRows(services.db, user.id, id, { before, after }, limit + 1);
  const isForward = after !== undefined;
  const shown = isForward ? rows.slice(0, limit) : rows.slice(-limit);
  const hasEarlier = isForward ? after > 0 : rows.length > limit;
  return { messages: shown.map((row) => present(row, user.id)), hasEarlier };
}

function present({ senderId, isHidden, sender, replyTo, ...row }: MessageRow, viewerId: UserId): Message {
  const isMine = senderId === viewerId;
  const isShown = !isHidden && row.deletedAt === null;
  const { conversationId: _, deletedAt, content, source, ...message } = row;
  return {
    ...message,
    isMine,
    sender: isHidden ? null : sender,
    content: isShown ? content : null,
    source: isShown && isMine ? source : null,
    isDeleted: deletedAt !== null,
    reactions: isShown ? row.reactions : [],
    replyTo:
      replyTo?.id && isShown
        ? {
            id: replyTo.id,
            name: replyTo.person?.name ?? "",
            excerpt: replyTo.content ? toExcerpt(replyTo.content, maxExcerpt) : "",
          }
        : null,
  };
}

async function readMessage({ db }: Pick<Services, "db">, user: User, id: MessageId): Promise<Message> {
  const row = await findMessageRow(db, user.id, id);
  if (!row) throw notFound("message");
  return present(row, user.id);
}

/** @throws {ProblemError} `not_found` for messages of other conversations */
async function requireMessage(services: Services, user: User, id: MessageId): Promise<MessageRow> {
  const row = await findMessageRow(services.db, user.id, id);
  if (!row) throw notFound("message");
  await requireConversation(services, user, row.conversationId);
  return row;
}

/** Runs a change of one's own message within its first minutes. */
async function changeOwn(
  services: Services,
  user: User,
  id: MessageId,
  change: (tx: Database) => Promise<void>,
): Promise<Message> {
  const { senderId, conversationId } = await requireMessage(services, user, id);
  if (senderId !== user.id) throw forbidden();
  await services.db.transaction(async (tx) => {
    const locked = await lockMessage(tx, id);
    if (!locked || locked.deletedAt) throw conflict("message_deleted");
    if (services.clock().getTime() - locked.createdAt.getTime() > messageEditMs) throw conflict("too_late");
    await change(tx);
  });
  await publishToMembers(services, conversationId);
  return readMessage(services, user, id);
}

/** @throws {ProblemError} `not_found`; `forbidden` for others; `conflict` when it is too late */
export function changeMessage(services: Services, user: User, id: MessageId, text: string): Promise<Message> {
  const content = parseRichText(text);
  const normalizedText = normalizeSearchText(toPlainText(content));
  return changeOwn(services, user, id, async (tx) => {
    const row = await findMessageRow(tx, user.id, id);
    const members = row ? await listMembers(tx, row.conversationId) : [];
    const others = members.filter(({ userId }) => userId !== user.id);
    requireTextForRequests(
      content,
      others.map(({ state }) => state),
    );
    await updateMessage(tx, id, { source: text, content, normalizedText, editedAt: services.clock() });
  });
}

/** @throws {ProblemError} `not_found`; `forbidden` for others; `conflict` when it is too late */
export function deleteMessage(services: Services, user: User, id: MessageId): Promise<Message> {
  const emptied = { source: "", content: [], normalizedText: "" };
  return changeOwn(services, user, id, async (tx) => {
    await updateMessage(tx, id, { ...emptied, deletedAt: services.clock() });
    await deleteReactions(tx, id);
    await withdrawSubject(tx, `message:${id}`);
  });
}

/** @throws {ProblemError} `not_found` also for deleted and hidden messages */
export async function reactToMessage(
  services: Services,
  user: User,
  id: MessageId,
  emoji: string | null,
): Promise<Message> {
  const { conversationId, deletedAt, isHidden } = await requireMessage(services, user, id);
  if (deletedAt || isHidden) throw notFound("message");
  await setReaction(services.db, id, user.id, emoji);
  await publishToMembers(services, conversationId);
  return readMessage(services, user, id);
}

/** Messages in one's own conversations by their text. */
export async function searchMessages(
  { db }: Pick<Services, "db">,
  user: User,
  { search, limit = defaultFound }: InputOf<Contract["searchMessages"]>["query"],
) {
  const text = normalizeSearchText(search);
  if (text === "") return [];
  const found = await findMessages(db, user.id, text, limit);
  return found.map(({ person, content, ...row }) => ({
    ...row,
    name: person?.name ?? "",
    excerpt: toExcerpt(content, maxExcerpt),
  }));
}

interface ReportableMessage {
  readonly senderId: UserId | null;
  readonly author: string;
  readonly text: string;
  readonly at: string;
}

/**
 * Messages that the caller can read, for a report; those after the first have to be of its conversation.
 *
 * @throws {ProblemError} `not_found`
 */
export async function getReportableMessages(
  services: Services,
  user: User,
  ids: readonly MessageId[],
): Promise<ReportableMessage[]> {
  const rows = await Promise.all(ids.map((id) => requireMessage(services, user, id)));
  const [first] = rows;
  if (rows.some((row) => row.conversationId !== first?.conversationId || row.isHidden))
    throw notFound("message");
  return rows.map(({ senderId, sender, source, createdAt }) => ({
    ...{ senderId, author: sender?.name ?? "", text: source, at: createdAt.toISOString() },
  }));
}

/** Empties a reported message. The caller has checked the right to do so. */
export async function removeMessage(services: Services, id: MessageId): Promise<void> {
  const conversationId = await services.db.transaction(async (tx) => {
    const locked = await lockMessage(tx, id);
    if (!locked) throw notFound("message");
    await updateMessage(tx, id, { source: "", content: [], normalizedText: "", deletedAt: services.clock() });
    await deleteReactions(tx, id);
    await withdrawSubject(tx, `message:${id}`);
    return locked.conversationId;
  });
  await publishToMembers(services, conversationId);
}
