import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import { type ConversationId, type Message, messagesContract } from "#shared/messages/contract.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { Outbox } from "#client/lib/api/outbox.ts";
import { tabHeaders } from "#client/lib/api/tab.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { FailedMessages } from "./failed-messages.ts";
import { getFailedPrefix, getWaitingPrefix } from "./unsent-storage.ts";
import type { FailedMessage, WaitingMessage } from "./waiting-message.ts";

const maxWaiting = 200;
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

/** Sends messages once each and in order, also after a lost connection or a reload. */
export class MessageOutbox {
  readonly #outbox: Outbox;
  readonly #failed: FailedMessages;
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(userId: UserId, onSent: (conversationId: ConversationId, sent: Message) => unknown) {
    this.#failed = new FailedMessages(getFailedPrefix(userId));
    if (this.#failed.list().length > 0)
      void loadMessages("reason").then(
        () => this.refresh(),
        () => {},
      );
    this.#outbox = new Outbox({
      storage: localStorage,
      prefix: getWaitingPrefix(userId),
      timeField: "at",
      maxBatchSize: 1,
      maxItems: maxWaiting,
      selectEvictable: () => [],
      send: async ([item]) => {
        const message = item as WaitingMessage;
        const sent = await inOneTab(() => this.#send(message));
        if (sent) await onSent(message.conversationId, sent);
        queueMicrotask(() => this.refresh());
      },
    });
  }

  put(message: WaitingMessage): void {
    this.#failed.delete(message.clientId);
    this.#outbox.enqueue(message.clientId, { ...message });
    this.refresh();
  }

  /** Sends a refused message again, as the newest one. */
  retry({ error: _error, ...message }: FailedMessage): void {
    this.put({ ...message, at: new Date().toISOString() });
  }

  discard(clientId: string): void {
    this.#failed.delete(clientId);
    this.#outbox.drop(clientId);
    this.refresh();
  }

  flush(): void {
    void this.#outbox.flush().then(() => this.refresh());
  }

  /** Resolves when the running requests have ended. */
  waitUntilFlushed(): Promise<void> {
    return this.#outbox.waitUntilFlushed();
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
    const all = this.#outbox.list() as unknown as WaitingMessage[];
    return all.filter((message) => message.conversationId === conversationId);
  }

  listFailed(conversationId: ConversationId): FailedMessage[] {
    return this.#failed.list().filter((message) => message.conversationId === conversationId);
  }

  /** @returns null when it was refused, or sent by another tab */
  async #send(message: WaitingMessage): Promise<Message | null> {
    if (!this.#outbox.has(message.clientId)) return null;
    const { conversationId, clientId, text, pictureIds = [], replyToId } = message;
    try {
      const body = {
        clientId,
        text,
        ...(replyToId && { replyToId }),
        ...(pictureIds.length > 0 && { pictureIds: [...pictureIds] }),
      };
      const input = { params: { conversationId }, body };
      return await withReasonTexts(call(messagesContract.sendPrivateMessage, input, { headers: tabHeaders }));
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.#failed.add(message, error);
      return null;
    }
  }

  /** Shows what is stored, for example after a change in another tab. */
  refresh = (): void => {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  };
}
