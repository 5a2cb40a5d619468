import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { loadUnsentDialog } from "#client/app/layout/sign-out/unsent-question.ts";
import { loadSignOut } from "#client/app/layout/sign-out/use-sign-out.ts";
import { followServerEvents } from "#client/features/live-events/server-events.ts";
import { receiveMessages } from "#client/features/messages/message-cache.ts";
import { sendWaitingMessages } from "#client/features/messages/send-waiting-messages.ts";
import { useSessionRecorder } from "#client/features/reading-activity/use-session-recorder.ts";
import { useUser } from "#client/lib/api/session.ts";
import { followSignOut } from "#client/lib/api/sign-out.ts";
import { hasKeptBooks } from "#client/lib/offline/has-kept-books.ts";
import { sendUnsent } from "./send-unsent.ts";

export function ServerEvents() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useSessionRecorder();

  useEffect(() => receiveMessages(client), [client]);

  useEffect(() => followServerEvents(client), [client]);

  useEffect(() => followSignOut(), []);
  useEffect(() => {
    // Signing out also works without a connection.
    void Promise.all([loadSignOut(), loadUnsentDialog()]).catch(() => undefined);
  }, []);

  useEffect(() => (userId ? sendWaitingMessages(userId, client) : undefined), [userId, client]);
  useEffect(() => (userId ? sendUnsent(userId, client) : undefined), [userId, client]);

  useEffect(() => {
    if (userId && hasKeptBooks()) void startOfflineBooks(userId).catch(() => undefined);
  }, [userId]);

  useEffect(() => {
    if (userId) void syncPush(userId).catch(() => undefined);
  }, [userId]);

  return null;
}

async function startOfflineBooks(userId: UserId): Promise<void> {
  const { openOfflineBooks } = await import("#client/features/offline/offline-books.ts");
  openOfflineBooks(userId);
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
