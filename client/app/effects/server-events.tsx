import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followServerEvents } from "#client/features/live-events/server-events.ts";
import { receiveMessages } from "#client/features/messages/message-cache.ts";
import { sendWaitingMessages } from "#client/features/messages/send-waiting-messages.ts";
import { useSessionRecorder } from "#client/features/reading-activity/use-session-recorder.ts";
import { useUser } from "#client/lib/api/session.ts";
import { followSignOut } from "#client/lib/api/sign-out.ts";

export function ServerEvents() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useSessionRecorder();

  useEffect(() => receiveMessages(client), [client]);

  useEffect(() => followServerEvents(client), [client]);

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
