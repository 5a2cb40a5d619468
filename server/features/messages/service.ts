import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { messagesContract } from "#shared/messages/contract.ts";
import { type Message, type MessageId, messageEditMs } from "#shared/messages/message.ts";
import { toExcerpt, toPlainText } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { withdrawSubject } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, invalid, notFound } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { requireConversation } from "./conversations.ts";
import { removePictures } from "./jobs.ts";
import { publishToMembers } from "./live.ts";
import { listMembers } from "./member-queries.ts";
import {
  deleteMessagePictures,
  deleteReactions,
  findMessageRow,
  findMessages,
  listMessageRows,
  lockMessage,
  type MessageRow,
  setReaction,
  updateMessageRow,
} from "./message-queries.ts";
import { presentMessages, readMessage } from "./present-message.ts";
import {
  requireAcceptedByOther,
  requireTextForRequests,
  sendPrivateMessage,
  startConversation,
} from "./sending.ts";

export { sendPrivateMessage, startConversation };

const defaultPage = 40;
const defaultSearchLimit = 20;
const maxExcerpt = 100;
/** @throws {ProblemError} `not_found` for users who are not members */
export async function listPrivateMessages(
  context: Context,
  {
    params: { conversationId },
    query: { before, after, limit = defaultPage },
  }: InputOf<typeof messagesContract.listPrivateMessages>,
): Promise<{ messages: Message[]; hasEarlier: boolean }> {
  const { user } = context;
  const { fromNumber } = await requireConversation(context, conversationId);
  const isForward = after !== undefined;
  const range = { before, after, isForward };
  const rows = await listMessageRows(context.db, user.id, conversationId, range, limit + 1);
  const page = isForward ? rows.slice(0, limit) : rows.slice(-limit);
  const hasEarlier = isForward ? after > fromNumber : rows.length > limit;
  return { messages: await presentMessages(context, user, page), hasEarlier };
}

/** @throws {ProblemError} `not_found` for messages that were not sent to the user */
async function requireKnownMessage({ db, user }: Context, id: MessageId): Promise<MessageRow> {
  const row = await findMessageRow(db, user.id, id);
  if (!row) throw notFound("message");
  return row;
}

/** @throws {ProblemError} `not_found` also for deleted and hidden messages */
export async function requireReadableMessage(context: Context, id: MessageId): Promise<MessageRow> {
  const row = await requireKnownMessage(context, id);
  if (!row.isReadable) throw notFound("message");
  return row;
}

/** Runs a change of the user's own message within its first minutes. */
async function changeOwn(
  context: Context,
  id: MessageId,
  change: (tx: Database) => Promise<void>,
): Promise<Message> {
  const { user } = context;
  const { senderId, conversationId } = await requireKnownMessage(context, id);
  if (senderId !== user.id) throw forbidden();
  await context.db.transaction(async (tx) => {
    const locked = await lockMessage(tx, id);
    if (!locked || locked.deletedAt) throw conflict("message_deleted");
    if (context.clock().getTime() - locked.createdAt.getTime() > messageEditMs) throw conflict("too_late");
    await change(tx);
  });
  await publishToMembers(context, conversationId, user.id);
  return readMessage(context, user, id);
}

/**
 * @throws {ProblemError} `not_found`; `forbidden` for others; `conflict` when it is too late; `cannot_message` after a
 *   block or when the other one no longer accepts messages
 */
export function updateMessage(
  context: Context,
  { params: { messageId }, body: { text } }: InputOf<typeof messagesContract.updateMessage>,
): Promise<Message> {
  const { user } = context;
  const content = parseRichText(text, context.settings.origins);
  const normalizedText = normalizeSearchText(toPlainText(content));
  return changeOwn(context, messageId, async (tx) => {
    const row = await requireKnownMessage({ ...context, db: tx }, messageId);
    const others = (await listMembers(tx, row.conversationId)).filter(({ userId }) => userId !== user.id);
    const { pair } = await requireConversation({ ...context, db: tx }, row.conversationId);
    if (pair !== null) await requireAcceptedByOther({ ...context, db: tx }, user.id, others[0]);
    requireTextForRequests(
      content,
      others.map(({ state }) => state),
    );
    if (text === "" && row.pictures.length === 0) throw invalid({ text: "check_fields" });
    await updateMessageRow(tx, messageId, {
      source: text,
      content,
      normalizedText,
      editedAt: context.clock(),
    });
  });
}

/** @throws {ProblemError} `not_found`; `forbidden` for others; `conflict` when it is too late */
export function deleteMessage(
  context: Context,
  { params: { messageId } }: InputOf<typeof messagesContract.deleteMessage>,
): Promise<Message> {
  return changeOwn(context, messageId, (tx) => clearMessage({ ...context, db: tx }, messageId));
}

/** Every stored copy of its text and pictures. */
async function clearMessage(
  { db: tx, clock, jobs }: Pick<Services, "db" | "clock" | "jobs">,
  id: MessageId,
): Promise<void> {
  await updateMessageRow(tx, id, { source: "", content: [], normalizedText: "", deletedAt: clock() });
  await deleteReactions(tx, id);
  await withdrawSubject(tx, `message:${id}`);
  const storageKeys = await deleteMessagePictures(tx, id);
  if (storageKeys.length > 0) await jobs.add(removePictures, { storageKeys }, { db: tx });
}

/** @throws {ProblemError} `not_found` also for deleted and hidden messages */
export async function reactToMessage(
  context: Context,
  { params: { messageId }, body: { emoji } }: InputOf<typeof messagesContract.reactToMessage>,
): Promise<Message> {
  const { user } = context;
  const { conversationId } = await requireReadableMessage(context, messageId);
  await setReaction(context.db, messageId, user.id, emoji);
  await publishToMembers(context, conversationId, user.id);
  return readMessage(context, user, messageId);
}

/** Messages in the user's own conversations by their text. */
export async function searchMessages(
  { db, user }: Context,
  { query: { search, limit = defaultSearchLimit } }: InputOf<typeof messagesContract.searchMessages>,
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
  context: Context,
  ids: readonly MessageId[],
): Promise<ReportableMessage[]> {
  const rows = await Promise.all(ids.map((id) => requireReadableMessage(context, id)));
  const [first] = rows;
  if (rows.some((row) => row.conversationId !== first?.conversationId)) throw notFound("message");
  return rows.map(({ senderId, sender, source, createdAt }) => ({
    senderId,
    author: sender?.name ?? "",
    text: source,
    at: createdAt.toISOString(),
  }));
}

/** Empties a reported message. The caller has checked the right to do so. */
export async function removeMessage(services: Services, id: MessageId): Promise<void> {
  const conversationId = await services.db.transaction(async (tx) => {
    const locked = await lockMessage(tx, id);
    if (!locked) throw notFound("message");
    await clearMessage({ ...services, db: tx }, id);
    return locked.conversationId;
  });
  await publishToMembers(services, conversationId);
}
