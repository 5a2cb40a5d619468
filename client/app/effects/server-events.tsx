import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { RouteContract } from "#shared/api/contract.ts";
import { authorsContract } from "#shared/authors/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { uploadsContract } from "#shared/uploads/contract.ts";
import { invalidatedBySessionChange } from "#client/features/reading-activity/invalidated-queries.ts";
import { useSessionRecorder } from "#client/features/reading-activity/use-session-recorder.ts";
import { invalidate } from "#client/lib/api/query.ts";
import { type ServerEvent, subscribeToServerEvents } from "#client/lib/api/server-events.ts";
import { useUser } from "#client/lib/api/session.ts";
import { followSignOut } from "#client/lib/api/sign-out.ts";
import { announceTyping } from "#client/lib/api/typing.ts";

const library = [libraryContract.listLibrary, libraryContract.getLibraryCounts, booksContract.getBook];
const catalog = [booksContract.getBook, booksContract.listBooks, booksContract.listLatest];
const challenges = [
  challengesContract.getChallenge,
  challengesContract.listMine,
  challengesContract.listActive,
];
const positionContracts = [positionsContract.getPosition, positionsContract.listPositions];

const invalidatedContracts: Readonly<Record<ServerEvent["topic"], readonly RouteContract[]>> = {
  position: [...positionContracts, ...library],
  library,
  activity: [...invalidatedBySessionChange, ...challenges],
  notification: [notificationsContract.listNotifications, authorsContract.getMyApplication],
  session: [accountsContract.getUser, accountsContract.listSessions, accountsContract.getPreferences],
  book: catalog,
  challenge: challenges,
  job: [booksContract.getBook, accountsContract.listExports],
  person: [],
  community: [],
  discussion: [],
  message: [],
  typing: [],
  connected: [],
  upload: [uploadsContract.listUploads, uploadsContract.getUpload],
  everything: [
    ...positionContracts,
    ...challenges,
    ...library,
    ...catalog,
    ...invalidatedBySessionChange,
    notificationsContract.listNotifications,
    accountsContract.getUser,
  ],
};

/** Paths instead of contracts, whose schemas are not part of the first load. */
const communityPaths = ["/api/communities", "/api/community-feed", "/api/discussions"];
const messagePaths = ["/api/conversations"];

const invalidatedPaths: Readonly<Partial<Record<ServerEvent["topic"], readonly string[]>>> = {
  person: [...communityPaths, ...messagePaths, "/api/people"],
  community: communityPaths,
  discussion: ["/api/discussions"],
  message: messagePaths,
  connected: ["/api/discussions", ...messagePaths],
  everything: [...communityPaths, ...messagePaths],
};

function isUnder([path]: QueryKey, paths: readonly string[]): boolean {
  return typeof path === "string" && paths.some((start) => path.startsWith(start));
}

export function ServerEvents() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useSessionRecorder();

  useEffect(
    () =>
      subscribeToServerEvents((event) => {
        void invalidate(client, invalidatedContracts[event.topic]);
        const paths = invalidatedPaths[event.topic] ?? [];
        if (paths.length > 0)
          void client.invalidateQueries({ predicate: ({ queryKey }) => isUnder(queryKey, paths) });
        if (event.topic === "typing") announceTyping(event.id ?? "");
      }),
    [client],
  );

  useEffect(() => followSignOut(), []);

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
