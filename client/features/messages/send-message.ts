import { CallError, call } from "#shared/api/http-client.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { ConversationId, Message } from "#shared/messages/message.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import type { Send } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import type { FailedMessages } from "./failed-messages.ts";
import type { WaitingMessage } from "./waiting-message.ts";

/** Refusals that say nothing about the message: no session, a time-out, too many requests. */
const temporaryStatuses = [401, 408, 425, 429];

const isFinal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporaryStatuses.includes(error.status);

/** The tabs of a browser have the same waiting messages. Web Locks need a secure context. */
const inOneTab = <T>(send: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request("maktaba-messages", send) : send();

interface SenderOptions {
  /** False when another tab has sent it. */
  readonly isWaiting: (clientId: string) => boolean;
  readonly failed: FailedMessages;
  readonly onSent: (conversationId: ConversationId, sent: Message) => unknown;
  /** Called after each attempt that reached the server. */
  readonly onEnd: () => void;
}

/** Sends one message at a time, and remembers it when the server refuses it. */
export function createMessageSender({ isWaiting, failed, onSent, onEnd }: SenderOptions): Send {
  const send = async (message: WaitingMessage): Promise<Message | null> => {
    if (!isWaiting(message.clientId)) return null;
    try {
      return await callServer(message);
    } catch (error) {
      if (!isFinal(error)) throw error;
      failed.add(message, error);
      return null;
    }
  };
  return async ([item]) => {
    const message = item as WaitingMessage;
    const sent = await inOneTab(() => send(message));
    if (sent) await onSent(message.conversationId, sent);
    queueMicrotask(onEnd);
  };
}

function callServer({ conversationId, clientId, text, pictureIds = [], replyToId }: WaitingMessage) {
  const body = {
    clientId,
    text,
    ...(replyToId && { replyToId }),
    ...(pictureIds.length > 0 && { pictureIds: [...pictureIds] }),
  };
  const input = { params: { conversationId }, body };
  return withReasonTexts(call(messagesContract.sendPrivateMessage, input, { headers: tabHeaders }));
}
