import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { ConversationId, MessageId, PictureId } from "#shared/messages/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { Outbox } from "#client/lib/api/outbox.ts";

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
  readonly error: unknown;
}

const maxWaiting = 200;
/** Refusals that a repetition does not change. */
const finalStatuses = [400, 403, 404, 409];

/** Sends messages once each and in order, also after a lost connection or a reload. */
export class MessageOutbox {
  readonly #prefix: string;
  readonly #outbox: Outbox;
  readonly #failed = new Map<string, FailedMessage>();
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(userId: UserId, onSent: (conversationId: ConversationId) => void) {
    this.#prefix = `message:${userId}:`;
    this.#outbox = new Outbox({
      storage: localStorage,
      prefix: this.#prefix,
      timeField: "at",
      maxBatchSize: 1,
      maxItems: maxWaiting,
      selectEvictable: () => [],
      send: async ([item]) => {
        const message = item as WaitingMessage;
        await this.#send(message);
        onSent(message.conversationId);
        queueMicrotask(() => this.#notifyListeners());
      },
    });
  }

  put(message: WaitingMessage): void {
    this.#failed.delete(message.clientId);
    this.#outbox.enqueue(message.clientId, { ...message });
    this.#notifyListeners();
  }

  discard(clientId: string): void {
    this.#failed.delete(clientId);
    this.#outbox.drop(clientId);
    this.#notifyListeners();
  }

  flush(): void {
    void this.#outbox.flush().then(() => this.#notifyListeners());
  }

  close(): void {
    this.#outbox.close();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Increases with every change. */
  version = (): number => this.#version;

  listWaiting(conversationId: ConversationId): WaitingMessage[] {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "null") as WaitingMessage | null)
      .filter((message) => message !== null)
      .filter((message) => message.conversationId === conversationId)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  listFailed(conversationId: ConversationId): FailedMessage[] {
    return [...this.#failed.values()].filter((message) => message.conversationId === conversationId);
  }

  async #send(message: WaitingMessage): Promise<void> {
    const { conversationId, clientId, text, pictureIds = [], replyToId } = message;
    try {
      await call(messagesContract.sendPrivateMessage, {
        params: { conversationId },
        body: {
          clientId,
          text,
          ...(replyToId && { replyToId }),
          ...(pictureIds.length > 0 && { pictureIds: [...pictureIds] }),
        },
      });
    } catch (error) {
      const isFinal = error instanceof CallError && finalStatuses.includes(error.status);
      if (!isFinal) throw error;
      this.#failed.set(clientId, { ...message, error });
    }
  }

  #notifyListeners(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
