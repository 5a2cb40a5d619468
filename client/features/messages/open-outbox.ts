import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { showSent } from "./message-cache.ts";
import { MessageOutbox } from "./message-outbox.ts";

let opened: {
  readonly userId: UserId;
  readonly client: QueryClient;
  readonly outbox: MessageOutbox;
} | null = null;

/** The outbox of this tab, which goes on when the page changes. */
export function openMessageOutbox(userId: UserId, client: QueryClient): MessageOutbox {
  if (opened?.userId === userId && opened.client === client) return opened.outbox;
  if (opened) closeMessageOutbox(opened.userId);
  const outbox = new MessageOutbox(userId, (id, sent) => showSent(client, id, sent));
  opened = { userId, client, outbox };
  return outbox;
}

/** Stops sending, for example after signing out. */
export function closeMessageOutbox(userId: UserId): void {
  if (opened?.userId !== userId) return;
  opened.outbox.close();
  opened = null;
}
