import { call } from "#shared/api/http-client.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import { watchDiscussions } from "#shared/community/live-contract.ts";

/** Discussions that are open in this tab. */
const openDiscussions = new Set<DiscussionId>();

let announce: () => void = () => {};

export const listOpenDiscussions = (): DiscussionId[] => [...openDiscussions];

export function onOpenDiscussionsChange(listener: () => void): void {
  announce = listener;
}

/**
 * Receives events of a discussion while it is open.
 *
 * @returns a function that stops
 */
export function watchDiscussion(id: DiscussionId): () => void {
  openDiscussions.add(id);
  announce();
  return () => {
    openDiscussions.delete(id);
    announce();
  };
}

/** The discussions that are open in the tabs of this browser, for the tab that holds the connection. */
export class OpenDiscussions {
  readonly #idsByTab = new Map<string, readonly DiscussionId[]>();
  #connection = "";
  #sentState = "";

  setConnection(connection: string): void {
    this.#connection = connection;
    this.#sentState = "";
    this.#send();
  }

  set(tab: string, ids: readonly DiscussionId[]): void {
    if (ids.length > 0) this.#idsByTab.set(tab, ids);
    else this.#idsByTab.delete(tab);
    this.#send();
  }

  #send(): void {
    const discussionIds = [...new Set([...this.#idsByTab.values()].flat())].slice(-10);
    const state = `${this.#connection} ${discussionIds.join()}`;
    if (
      !this.#connection ||
      state === this.#sentState ||
      (this.#sentState === "" && discussionIds.length === 0)
    )
      return;
    this.#sentState = state;
    const body = { connection: this.#connection, discussionIds };
    // The next event or visit repairs a failure.
    call(watchDiscussions, { body }).catch(() => undefined);
  }
}
