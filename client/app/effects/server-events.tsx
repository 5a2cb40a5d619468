import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { RouteContract } from "#shared/api/contract.ts";
import { authorsContract } from "#shared/authors/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { uploadsContract } from "#shared/uploads/contract.ts";
import { invalidatedBySessionChange } from "#client/features/reading-activity/invalidated-queries.ts";
import { useSessionRecorder } from "#client/features/reading-activity/use-session-recorder.ts";
import { invalidate } from "#client/lib/api/query.ts";
import { type ServerEvent, subscribeToServerEvents } from "#client/lib/api/server-events.ts";
import { useUser } from "#client/lib/api/session.ts";
import { followSignOut } from "#client/lib/api/sign-out.ts";

const library = [libraryContract.listLibrary, libraryContract.getLibraryCounts, booksContract.getBook];
const catalog = [booksContract.getBook, booksContract.listBooks, booksContract.listLatest];
const challenges = [
  challengesContract.getChallenge,
  challengesContract.listMine,
  challengesContract.listActive,
];
const communities = [
  communityContract.getCommunity,
  communityContract.listMembers,
  discussionsContract.listDiscussions,
  discussionsContract.getDiscussion,
  discussionsContract.listPosts,
];
const conversations = [
  messagesContract.listConversations,
  messagesContract.getConversation,
  messagesContract.listPrivateMessages,
  messagesContract.countUnread,
];
const place = [positionsContract.getPosition, positionsContract.listPositions];

const touched: Readonly<Record<ServerEvent["topic"], readonly RouteContract[]>> = {
  position: [...place, ...library],
  library,
  activity: [...invalidatedBySessionChange, ...challenges],
  notification: [notificationsContract.listNotifications, authorsContract.getMyApplication],
  session: [accountsContract.getUser, accountsContract.listSessions, accountsContract.getPreferences],
  book: catalog,
  challenge: challenges,
  job: [booksContract.getBook, accountsContract.listExports],
  person: [...communities, ...conversations],
  community: communities,
  discussion: [discussionsContract.getDiscussion, discussionsContract.listPosts],
  message: conversations,
  typing: [],
  upload: [uploadsContract.listUploads, uploadsContract.getUpload],
  everything: [
    ...communities,
    ...conversations,
    ...place,
    ...challenges,
    ...library,
    ...catalog,
    ...invalidatedBySessionChange,
    notificationsContract.listNotifications,
    accountsContract.getUser,
  ],
};

export function ServerEvents() {
  const client = useQueryClient();
  const userId = useUser()?.id;
  useSessionRecorder();

  useEffect(() => subscribeToServerEvents(({ topic }) => void invalidate(client, touched[topic])), [client]);

  useEffect(() => followSignOut(), []);

  useEffect(() => {
    if (userId) void settlePush(userId).catch(() => undefined);
  }, [userId]);

  return null;
}

async function settlePush(readerId: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const [{ claimSubscription: settleHere }, { forgetServerCopy, flushPendingUpload: saveOwed }] =
    await Promise.all([
      import("#client/features/push/claim-subscription.ts"),
      import("#client/features/prayer/settings/sync-settings.ts"),
    ]);
  if ((await settleHere()) === "ended") forgetServerCopy();
  else await saveOwed(readerId);
}
