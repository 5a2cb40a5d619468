import type { UserId } from "#shared/accounts/user.ts";
import type { ConversationId, Message } from "#shared/messages/message.ts";
import { Outbox } from "#client/lib/api/outbox.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { FailedMessages } from "./failed-messages.ts";
import { createMessageSender } from "./send-message.ts";
import { getFailedPrefix, getWaitingPrefix } from "./unsent-storage.ts";
import type { FailedMessage, WaitingMessage } from "./waiting-message.ts";

const maxWaiting = 200;

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
      send: createMessageSender({
        isWaiting: (clientId) => this.#outbox.has(clientId),
        failed: this.#failed,
        onSent,
        onEnd: this.refresh,
      }),
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

  /** Shows what is stored, for example after a change in another tab. */
  refresh = (): void => {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  };
}
