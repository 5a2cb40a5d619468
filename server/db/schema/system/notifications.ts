import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { NotificationId } from "#shared/notifications/contract.ts";
import type { NotificationSettingType, NotificationType, Params } from "#shared/notifications/registry.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";

const timestampColumn = () => timestamp({ withTimezone: true });

export const notifications = pgTable(
  "notifications",
  {
    id: uuid().$type<NotificationId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    type: text().$type<NotificationType>().notNull(),
    /** Values of its texts and its link. */
    params: jsonb().$type<Params>().notNull(),
    key: text().notNull(),
    /** Its subject, such as `post:<id>`: it is deleted with it. Empty for none. */
    subject: text().notNull().default(""),
    /** Unread events of a group are one notification. Empty for none. */
    groupKey: text().notNull().default(""),
    /** The people who caused it, the latest first; at most three. */
    actors: text().array().notNull().default(sql`'{}'`),
    actorCount: integer().notNull().default(0),
    inApp: boolean().notNull().default(true),
    /** Waits for the reader's next digest. */
    isForDigest: boolean().notNull().default(false),
    readAt: timestampColumn(),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    unique("notifications_once").on(table.userId, table.key),
    index("notifications_newest").on(table.userId, table.createdAt, table.id),
    index("notifications_unread").on(table.userId).where(sql`read_at is null and in_app`),
    index("notifications_for_digest").on(table.userId, table.createdAt).where(sql`is_for_digest`),
    index("notifications_of_subject").on(table.subject).where(sql`subject <> ''`),
    uniqueIndex("notifications_group")
      .on(table.userId, table.groupKey)
      .where(sql`group_key <> '' and read_at is null and in_app`),
    index("notifications_of_group").on(table.groupKey).where(sql`group_key <> ''`),
  ],
);

/** The latest events of a group, from which its notification is made again when one of them is withdrawn. */
export const notificationEvents = pgTable(
  "notification_events",
  {
    userId: userIdColumn(),
    key: text().notNull(),
    notificationId: uuid()
      .$type<NotificationId>()
      .notNull()
      .references(() => notifications.id, { onDelete: "cascade" }),
    actor: text().notNull(),
    subject: text().notNull().default(""),
    params: jsonb().$type<Params>().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index("notification_events_newest").on(table.notificationId, table.createdAt),
    index("notification_events_of_subject").on(table.subject).where(sql`subject <> ''`),
  ],
);

export const notificationSettings = pgTable(
  "notification_settings",
  {
    userId: userIdColumn(),
    type: text().$type<NotificationSettingType>().notNull(),
    inApp: boolean().notNull(),
    email: boolean().notNull(),
    push: boolean().notNull().default(true),
  },
  (table) => [primaryKey({ columns: [table.userId, table.type] })],
);
