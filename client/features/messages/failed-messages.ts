import { CallError } from "#shared/api/http-client.ts";
import type { FailedMessage, WaitingMessage } from "./waiting-message.ts";

interface StoredMessage {
  readonly message: WaitingMessage;
  readonly status: number;
  /** The body of the refusal. */
  readonly body: string;
}

/** Messages that the server refused, stored on the device until they are sent again or discarded. */
export class FailedMessages {
  readonly #prefix: string;
  /** Items that do not fit into the storage. */
  readonly #memory = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  add(message: WaitingMessage, { status, problem }: CallError): void {
    const key = this.#prefix + message.clientId;
    const text = JSON.stringify({
      message,
      status,
      body: JSON.stringify(problem ?? null),
    } satisfies StoredMessage);
    try {
      localStorage.setItem(key, text);
    } catch {
      this.#memory.set(key, text);
    }
  }

  delete(clientId: string): void {
    this.#memory.delete(this.#prefix + clientId);
    localStorage.removeItem(this.#prefix + clientId);
  }

  /** In the order in which they were written. */
  list(): FailedMessage[] {
    const stored = Object.keys(localStorage)
      .filter((key) => key.startsWith(this.#prefix))
      .map((key) => localStorage.getItem(key));
    return [...stored, ...this.#memory.values()]
      .flatMap((text) => (text === null ? [] : [toFailedMessage(text)]))
      .sort((a, b) => (a.at < b.at ? -1 : 1));
  }
}

function toFailedMessage(text: string): FailedMessage {
  const { message, status, body } = JSON.parse(text) as StoredMessage;
  return { ...message, error: new CallError(status, body) };
}
