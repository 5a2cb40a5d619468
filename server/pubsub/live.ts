import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { Database } from "#server/db/client.ts";
import type { CatalogueVersion } from "./catalogue-version.ts";

/** Notifies browsers and other server processes of changes. Events contain only ids. */
export interface PubSub {
  /** To all browsers of a user; with a transaction, when it commits. */
  publish(userId: UserId, event: LiveEvent, db?: Database): Promise<void>;

  /** To all browsers of many users, in one statement; with a transaction, when it commits. */
  publishAll(
    events: readonly { readonly userId: UserId; readonly event: LiveEvent }[],
    db?: Database,
  ): Promise<void>;

  subscribe(userId: UserId, listener: (event: LiveEvent) => void): () => void;

  /** Listens to the events of all users. */
  onUserEvent(listener: (userId: UserId) => void): () => void;

  /** To all server processes, for example to invalidate a session; with a transaction, when it commits. */
  broadcast(topic: string, id: string, db?: Database): Promise<void>;

  /**
   * Listens to broadcasts of a topic.
   *
   * @returns a function that unsubscribes
   */
  onBroadcast(topic: string, listener: (id: string) => void): () => void;

  onGap(listener: () => void): () => void;

  readonly catalogue: CatalogueVersion;
}
