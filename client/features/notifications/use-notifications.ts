import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type Notification,
  type NotificationId,
  notificationsContract,
} from "#shared/notifications/contract.ts";
import { getQueryKey, query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";

export const pollIntervalMs = 30_000;
export const notificationsFreshForMs = 10_000;
export const panelFreshForMs = 30_000;

const { listNotifications, markRead, markAllRead } = notificationsContract;
const newest = { query: { limit: 20 } };

/** Polls every 30 s while signed in; live events arrive sooner. */
export function useNotifications(staleTime = notificationsFreshForMs) {
  const isSignedIn = useUser() !== null;
  return useQuery({
    ...query(listNotifications, newest),
    enabled: isSignedIn,
    staleTime,
    refetchInterval: pollIntervalMs,
    refetchOnMount: true,
  });
}

export function useMarkRead() {
  const client = useQueryClient();
  const one = useContractMutation(markRead, { invalidates: [listNotifications] });
  const all = useContractMutation(markAllRead, { invalidates: [listNotifications] });

  const show = (isRead: (notification: Notification) => boolean) =>
    client.setQueryData(query(listNotifications, newest).queryKey, (list) => {
      if (!list) return list;
      const notifications = list.notifications.map((each) =>
        isRead(each) && !each.isRead ? { ...each, isRead: true } : each,
      );
      const newlyRead = list.notifications.filter((each) => isRead(each) && !each.isRead).length;
      return { ...list, notifications, unreadCount: Math.max(0, list.unreadCount - newlyRead) };
    });
  const undo = () => void client.invalidateQueries({ queryKey: getQueryKey(listNotifications) });

  return {
    markOne: (notificationId: NotificationId) => {
      show(({ id }) => id === notificationId);
      one.mutateAsync({ params: { notificationId } }).catch(undo);
    },
    markAll: () => {
      show(() => true);
      all.mutateAsync({}).catch(undo);
    },
  };
}
