import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { getWaitingPrefix } from "./unsent-storage.ts";

/**
 * Sends the messages that wait on this device, on whatever page is open.
 *
 * @returns a function that stops
 */
export function sendWaitingMessages(userId: UserId, client: QueryClient): () => void {
  const stop = new AbortController();
  const send = async () => {
    if (!Object.keys(localStorage).some((key) => key.startsWith(getWaitingPrefix(userId)))) return;
    const { openMessageOutbox } = await import("./open-outbox.ts");
    if (!stop.signal.aborted) openMessageOutbox(userId, client).flush();
  };
  const attempt = () => void send().catch(() => undefined);
  attempt();
  window.addEventListener("online", attempt, { signal: stop.signal });
  return () => {
    stop.abort();
    void import("./open-outbox.ts").then(
      ({ closeMessageOutbox }) => closeMessageOutbox(userId),
      // Without the module, no outbox is open.
      () => undefined,
    );
  };
}
