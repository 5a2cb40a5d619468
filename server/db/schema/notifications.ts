import { boolean, index, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { NotificationId, NotificationType } from "#shared/notifications/contract.ts";
import { users } from "./accounts.ts";

const at = () => timestamp({ withTimezone: true });

export const notifications = pgTable(
  "notifications",
  {
    id: uuid().$type<NotificationId>().primaryKey().defaultRandom(),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** An internal path, or empty. */
    actionUrl: text().notNull().default(""),
    key: text().notNull(),
    inApp: boolean().notNull().default(true),
    readAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    unique("notifications_once").on(table.userId, table.key),
    index("notifications_newest").on(table.userId, table.createdAt, table.id),
  ],
);

export const notificationSettings = pgTable(
  "notification_settings",
  {
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().$type<NotificationType>().notNull(),
    inApp: boolean().notNull(),
    email: boolean().notNull(),
    push: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
);
