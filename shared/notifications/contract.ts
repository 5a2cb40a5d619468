import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, queryInt } from "#shared/api/schemas.ts";

export const NotificationId = z.uuid().brand<"NotificationId">();
export type NotificationId = z.infer<typeof NotificationId>;

export const Notification = z.object({
  id: NotificationId,
  /** `challenge_update`, `new_book`, `author_follow`, `message`, `friend_request` or any other. */
  type: z.string(),
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** An internal path, or empty. */
  actionUrl: z.string(),
});
export type Notification = z.infer<typeof Notification>;

/** The notification types with a setting. */
export const notificationTypes = [
  "new_book",
  "announcement",
  "challenge_update",
  "challenge_new",
  "message",
  "reply",
  "mention",
  "discussion",
  "community",
  "friend_request",
  "moderation",
  "author_follow",
  "book_review",
  "correction",
] as const;
export const NotificationType = z.enum(notificationTypes);
export type NotificationType = z.infer<typeof NotificationType>;

export const NotificationSetting = z.object({
  type: NotificationType,
  /** In the app. */
  inApp: z.boolean(),
  /** To the account's verified email address. */
  email: z.boolean(),
  /** Push messages, while no page of the app is open. */
  push: z.boolean(),
});
export type NotificationSetting = z.infer<typeof NotificationSetting>;

export const notificationsContract = {
  getSettings: route({
    method: "GET",
    path: "/api/notifications/settings",
    access: "reader",
    summary: "Notification settings by type",
    response: z.array(NotificationSetting),
  }),

  updateSetting: route({
    method: "PATCH",
    path: "/api/notifications/settings",
    access: "reader",
    summary: "Updates the notification setting of one type",
    body: z.strictObject({
      type: NotificationType,
      inApp: z.optional(z.boolean()),
      email: z.optional(z.boolean()),
      push: z.optional(z.boolean()),
    }),
    response: z.array(NotificationSetting),
  }),

  listNotifications: route({
    method: "GET",
    path: "/api/notifications",
    access: "reader",
    summary: "The user's notifications, newest first",
    query: z.strictObject({
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
      only: z.optional(z.enum(["unread"])),
    }),
    response: z.object({
      notifications: z.array(Notification),
      unreadCount: z.int(),
      totalCount: z.int(),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  markRead: route({
    method: "PUT",
    path: "/api/notifications/:notificationId/read",
    access: "reader",
    summary: "Marks one notification read",
    params: z.strictObject({ notificationId: NotificationId }),
    response: JobResult,
  }),

  markAllRead: route({
    method: "PUT",
    path: "/api/notifications/mark-all-read",
    access: "reader",
    summary: "Marks all notifications read",
    response: JobResult,
  }),
};
