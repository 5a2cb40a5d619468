import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getReads } from "#shared/api/contract.ts";
import {
  type Notification,
  type NotificationId,
  notificationsContract,
} from "#shared/notifications/contract.ts";
import { invalidateTopics, query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";

export const pollIntervalMs = 30_000;
export const notificationsStaleMs = 10_000;
export const panelStaleMs = 30_000;

const { listNotifications, markRead, markAllRead } = notificationsContract;
const latestInput = { query: { limit: 20 } };

/** Polls every 30 s while signed in; live events arrive sooner. */
export function useNotifications(staleTime = notificationsStaleMs) {
  const isSignedIn = useUser() !== null;
  return useQuery({
    ...query(listNotifications, latestInput),
    enabled: isSignedIn,
    staleTime,
    refetchInterval: pollIntervalMs,
    refetchOnMount: true,
  });
}

export function useMarkRead() {
  const client = useQueryClient();
  const markOneMutation = useContractMutation(markRead);
  const markAllMutation = useContractMutation(markAllRead);

  const markInCache = (isRead: (notification: Notification) => boolean) =>
    client.setQueryData(query(listNotifications, latestInput).queryKey, (list) => {
      if (!list) return list;
      const notifications = list.notifications.map((each) =>
        isRead(each) && !each.isRead ? { ...each, isRead: true } : each,
      );
      const newlyRead = list.notifications.filter((each) => isRead(each) && !each.isRead).length;
      return { ...list, notifications, unreadCount: Math.max(0, list.unreadCount - newlyRead) };
    });
  const refetch = () => void invalidateTopics(client, getReads(listNotifications));

  return {
    markOne: (notificationId: NotificationId) => {
      markInCache(({ id }) => id === notificationId);
      markOneMutation.mutateAsync({ params: { notificationId } }).catch(refetch);
    },
    markAll: () => {
      markInCache(() => true);
      markAllMutation.mutateAsync({}).catch(refetch);
    },
  };
}
