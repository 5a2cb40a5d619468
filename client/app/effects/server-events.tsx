import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { topics } from "#shared/api/topics.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { emitLiveEvent } from "#client/features/live-events/live-events.ts";
import { type ServerEvent, subscribeToServerEvents } from "#client/features/live-events/server-events.ts";
import { sendWaitingMessages } from "#client/features/messages/send-waiting-messages.ts";
import { useSessionRecorder } from "#client/features/reading-activity/use-session-recorder.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { followSignOut } from "#client/lib/api/sign-out.ts";
import { tab } from "#client/lib/api/tab.ts";

/** What a page may have missed between its first replies and its connection. */
const missedWhileConnecting = ["discussion", "post", "conversation", "message"] as const;

function refetchChanged(client: QueryClient, event: ServerEvent): Promise<void> {
  if ("gap" in event)
    return invalidateTopics(client, event.gap === "missed" ? topics : missedWhileConnecting);
  if (event.origin !== tab) return invalidateTopics(client, event.topics);
  // The tab shows its own changes, but its positions only when a list is opened again.
  const isPosition = event.topics.includes("position");
  return invalidateTopics(client, isPosition ? ["position"] : [], { refetchType: "none" });
}

async function applyMessageEvent(client: QueryClient, { message, receipt }: LiveEvent): Promise<void> {
  if (!(message || receipt)) return;
  const cache = await import("#client/features/messages/message-cache.ts");
  if (message) await cache.receiveMessage(client, message);
  if (receipt) cache.applyReceipt(client, receipt);
}

export function ServerEvents() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useSessionRecorder();

  useEffect(
    () =>
      subscribeToServerEvents((event) => {
        if (!("gap" in event) && event.origin !== tab) {
          emitLiveEvent(event);
          void applyMessageEvent(client, event).catch(() => undefined);
        }
        void refetchChanged(client, event);
      }),
    [client],
  );

  useEffect(() => followSignOut(), []);

  useEffect(() => (userId ? sendWaitingMessages(userId, client) : undefined), [userId, client]);

  useEffect(() => {
    if (userId) void syncPush(userId).catch(() => undefined);
  }, [userId]);

  return null;
}

async function syncPush(readerId: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const [{ claimSubscription }, { clearServerCopy, flushPendingUpload }] = await Promise.all([
    import("#client/features/push/claim-subscription.ts"),
    import("#client/features/prayer/settings/sync-settings.ts"),
  ]);
  if ((await claimSubscription()) === "ended") clearServerCopy();
  else await flushPendingUpload(readerId);
}
