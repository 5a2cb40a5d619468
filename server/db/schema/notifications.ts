import { index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { NotificationId } from "#shared/notifications/contract.ts";
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
    /** A path of ours, or empty. */
    actionUrl: text().notNull().default(""),
    /** What it is about: a job that runs twice notifies once. */
    key: text().notNull(),
    readAt: at(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    unique("notifications_once").on(table.userId, table.key),
    index("notifications_newest").on(table.userId, table.createdAt, table.id),
  ],
);
