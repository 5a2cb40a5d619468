import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { ConversationId } from "#shared/messages/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { Outbox } from "#client/lib/api/outbox.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { getFailedPrefix, getWaitingPrefix } from "#client/lib/unsent-messages.ts";
import { FailedMessages } from "./failed-messages.ts";
import type { FailedMessage, WaitingMessage } from "./waiting-message.ts";

const maxWaiting = 200;
/** Refusals that say nothing about the message: no session, a time-out, too many requests. */
const temporaryStatuses = [401, 408, 425, 429];

const isFinal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporaryStatuses.includes(error.status);

/** Sends messages once each and in order, also after a lost connection or a reload. */
export class MessageOutbox {
  readonly #prefix: string;
  readonly #outbox: Outbox;
  readonly #failed: FailedMessages;
  readonly #listeners = new Set<() => void>();
  #version = 0;

  constructor(userId: UserId, onSent: (conversationId: ConversationId) => void) {
    this.#prefix = getWaitingPrefix(userId);
    this.#failed = new FailedMessages(getFailedPrefix(userId));
    if (this.#failed.list().length > 0)
      void loadMessages("reason").then(
        () => this.refresh(),
        () => {},
      );
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
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? "null") as WaitingMessage | null)
      .filter((message) => message !== null)
      .filter((message) => message.conversationId === conversationId)
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  listFailed(conversationId: ConversationId): FailedMessage[] {
    return this.#failed.list().filter((message) => message.conversationId === conversationId);
  }

  async #send(message: WaitingMessage): Promise<void> {
    const { conversationId, clientId, text, pictureIds = [], replyToId } = message;
    try {
      await withReasonTexts(
        call(messagesContract.sendPrivateMessage, {
          params: { conversationId },
          body: {
            clientId,
            text,
            ...(replyToId && { replyToId }),
            ...(pictureIds.length > 0 && { pictureIds: [...pictureIds] }),
          },
        }),
      );
    } catch (error) {
      if (!isFinal(error)) throw error;
      this.#failed.add(message, error);
    }
  }

  /** Shows what is stored, for example after a change in another tab. */
  refresh = (): void => {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  };
}
