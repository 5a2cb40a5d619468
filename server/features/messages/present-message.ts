import type { User, UserId } from "#shared/accounts/user.ts";
import type { Message, MessageId } from "#shared/messages/contract.ts";
import { toExcerpt } from "#shared/rich-text/rich-text.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { findMessageRow, type MessageRow } from "./message-queries.ts";

const maxExcerpt = 100;

export function presentMessage(
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
            excerpt: replyTo.content ? toExcerpt(replyTo.content, maxExcerpt) : "",
          }
        : null,
  };
}

export async function readMessage({ db }: Pick<Services, "db">, user: User, id: MessageId): Promise<Message> {
  const row = await findMessageRow(db, user.id, id);
  if (!row) throw notFound("message");
  return presentMessage(row, user.id);
}
