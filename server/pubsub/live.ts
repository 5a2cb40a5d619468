import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { Database } from "#server/db/client.ts";

/** Tells readers' browsers, and the other server processes, what changed. Carries ids only. */
export interface PubSub {
  /** To all browsers of one user; with a transaction, when that commits. */
  publish(userId: UserId, event: LiveEvent, db?: Database): Promise<void>;

  /** To the browsers of many users, in one statement. */
  publishAll(told: readonly { readonly userId: UserId; readonly event: LiveEvent }[]): Promise<void>;

  subscribe(userId: UserId, listener: (event: LiveEvent) => void): () => void;

  /** To all server processes, such as "forget this session". */
  broadcast(topic: string, id: string): Promise<void>;

  /** Listens to broadcasts of one topic; returns a function that stops. */
  onBroadcast(topic: string, listener: (id: string) => void): () => void;

  onGap(listener: () => void): () => void;
}
