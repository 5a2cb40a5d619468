import { boolean, date, index, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { DayTime } from "#shared/prayer/settings.ts";
import { ofUser } from "./accounts.ts";
import { timestampColumn } from "./columns.ts";

/** What the server must know to call readers to prayer; only of those who have a device that is called. */
export const prayerProfiles = pgTable(
  "prayer_profiles",
  {
    userId: ofUser().primaryKey(),
    /** Its place is rounded to about a kilometre. */
    setup: jsonb().$type<PrayerProfile>().notNull(),
    /** The same for all whose times are the same: they are reckoned together. */
    timesKey: text().notNull(),
    /** Up to there its calls stand in `prayer_notifications`. */
    plannedUntil: timestampColumn().notNull(),
    changedAt: timestampColumn().notNull(),
  },
  (table) => [index("prayer_profiles_to_plan").on(table.plannedUntil, table.timesKey)],
);

/**
 * A call or a reminder of one reader. Its key is what makes it one: a row that was sent stays, so that the same prayer of
 * the same day is not called twice, whatever becomes of settings, place and clock. `state` is in no index, so that its
 * changes stay within the page.
 */
export const prayerNotifications = pgTable(
  "prayer_notifications",
  {
    userId: ofUser(),
    /** As the place's own calendar counts it. */
    day: date().notNull(),
    prayer: text().$type<DayTime>().notNull(),
    /** 0 for the call itself, less for a reminder before it, more for one after it. */
    minutes: smallint().notNull(),
    dueAt: timestampColumn().notNull(),
    isSilent: boolean().notNull(),
    /** `dropped`: its time was over before anybody could send it. */
    state: text().$type<"due" | "sending" | "sent" | "failed" | "dropped">().notNull().default("due"),
    /** Devices that it reached, and did not. */
    reached: smallint().notNull().default(0),
    missed: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.day, table.prayer, table.minutes] }),
    index("prayer_notifications_due").on(table.dueAt),
  ],
);
