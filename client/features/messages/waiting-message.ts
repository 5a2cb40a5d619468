import type { CallError } from "#shared/api/http-client.ts";
import type { ConversationId, MessageId, PictureId } from "#shared/messages/message.ts";

/** A message that the server does not have yet. */
export interface WaitingMessage {
  readonly clientId: string;
  readonly conversationId: ConversationId;
  readonly text: string;
  /** Uploaded before. */
  readonly pictureIds?: readonly PictureId[];
  readonly replyToId: MessageId | null;
  /** ISO 8601; messages are sent in this order. */
  readonly at: string;
}

export interface FailedMessage extends WaitingMessage {
  readonly error: CallError;
}
