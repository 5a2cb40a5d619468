import type { User, UserId } from "#shared/accounts/user.ts";
import type { Message, MessageId } from "#shared/messages/message.ts";
import { summarizeMessage } from "#shared/messages/summarize-message.ts";
import { addQuotations } from "#server/features/quotations/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findMessageRow, type MessageRow } from "./message-queries.ts";

const maxExcerpt = 100;

function presentMessage(
  { senderId, isHidden, isReadable, sender, replyTo, ...row }: MessageRow,
  viewerId: UserId,
): Message {
  const isMine = senderId === viewerId;
  const { conversationId: _conversationId, deletedAt, content, source, ...message } = row;
  return {
    ...message,
    isMine,
    sender: isHidden ? null : sender,
    content: isReadable ? content : null,
    source: isReadable && isMine ? source : null,
    isDeleted: deletedAt !== null,
    reactions: isReadable ? row.reactions : [],
    pictures: isReadable ? row.pictures : [],
    replyTo:
      replyTo?.id && isReadable
        ? {
            id: replyTo.id,
            name: replyTo.person?.name ?? "",
            ...summarizeMessage(replyTo.content, replyTo.hasPicture, maxExcerpt),
          }
        : null,
  };
}

export async function presentMessages(
  services: Pick<Services, "db">,
  user: User,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  const messages = rows.map((row) => presentMessage(row, user.id));
  const texts = messages.map(({ content }) => ({ content: content ?? [], bookId: null }));
  const contents = await addQuotations(services, user, texts);
  return messages.map((message, n) => ({
    ...message,
    content: message.content && (contents[n] ?? message.content),
  }));
}

export async function readMessage(
  services: Pick<Services, "db">,
  user: User,
  id: MessageId,
): Promise<Message> {
  const row = await findMessageRow(services.db, user.id, id);
  const [message] = row ? await presentMessages(services, user, [row]) : [];
  if (!message) throw notFound("message");
  return message;
}
