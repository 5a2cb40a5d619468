import { boolean, date, index, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { DayTime } from "#shared/prayer/settings.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const prayerProfiles = pgTable(
  "prayer_profiles",
  {
    userId: userIdColumn().primaryKey(),
    profile: jsonb().$type<PrayerProfile>().notNull(),
    timesKey: text().notNull(),
    /** Notifications are scheduled in `prayer_notifications` up to this time. */
    plannedUntil: timestampColumn().notNull(),
    changedAt: timestampColumn().notNull(),
  },
  (table) => [index("prayer_profiles_to_plan").on(table.plannedUntil, table.timesKey)],
);

/**
 * One alert or reminder of a user. The primary key prevents sending the same prayer twice. `state` is not
 * indexed, so that its updates stay heap-only.
 */
export const prayerNotifications = pgTable(
  "prayer_notifications",
  {
    userId: userIdColumn(),
    day: date().notNull(),
    prayer: text().$type<DayTime>().notNull(),
    /** 0 for the alert itself, negative for a reminder before it, positive after it. */
    minutes: smallint().notNull(),
    dueAt: timestampColumn().notNull(),
    isSilent: boolean().notNull(),
    /** `dropped`: it expired before it could be sent. */
    state: text().$type<"due" | "sending" | "sent" | "failed" | "dropped">().notNull().default("due"),
    /** Number of devices that received it, and that did not. */
    reached: smallint().notNull().default(0),
    missed: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.prayer, table.minutes] }),
    index("prayer_notifications_due").on(table.dueAt),
  ],
);
