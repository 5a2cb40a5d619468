import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, queryInt } from "#shared/api/schemas.ts";
import { notificationSettingTypes, notificationTypes } from "./registry.ts";

export const NotificationId = z.uuid().brand<"NotificationId">();
export type NotificationId = z.infer<typeof NotificationId>;

export const NotificationType = z.enum(notificationTypes);

export const Notification = z.object({
  id: NotificationId,
  type: NotificationType,
  /** Values of its texts, `notificationTexts.<type>`. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The people who caused it, the latest first; at most three. */
  actors: z.array(z.string()),
  actorCount: z.int(),
  /** Its texts in the user's language, for other clients than the app. */
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** An internal path. */
  actionUrl: z.string(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationSettingType = z.enum(notificationSettingTypes);

export const NotificationSetting = z.object({
  type: NotificationSettingType,
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
    reads: ["notification-setting"],
    response: z.array(NotificationSetting),
  }),

  updateSetting: route({
    method: "PATCH",
    path: "/api/notifications/settings",
    access: "reader",
    summary: "Updates the notification setting of one type",
    changes: ["notification-setting"],
    body: z.strictObject({
      type: NotificationSettingType,
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
    reads: ["notification"],
    query: z.strictObject({
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
      only: z.optional(z.enum(["unread"])),
    }),
    rows: "notifications",
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
    changes: ["notification"],
    params: z.strictObject({ notificationId: NotificationId }),
    response: JobResult,
  }),

  markAllRead: route({
    method: "PUT",
    path: "/api/notifications/mark-all-read",
    access: "reader",
    summary: "Marks all notifications read",
    changes: ["notification"],
    response: JobResult,
  }),
};
