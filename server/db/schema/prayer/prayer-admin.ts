import { bigint, boolean, doublePrecision, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { RecordingId } from "#shared/prayer/alert-settings.ts";
import type { RecordingKind } from "#shared/prayer/recordings.ts";
import type { CustomAngles, Madhab, PrayerMethod } from "#shared/prayer/settings.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

/** Athan recordings. */
export const prayerRecordings = pgTable("prayer_recordings", {
  id: uuid().$type<RecordingId>().primaryKey().defaultRandom(),
  kind: text().$type<RecordingKind>().notNull(),
  isFajr: boolean().notNull().default(false),
  title: text().notNull(),
  licence: text().notNull(),
  seconds: doublePrecision().notNull(),
  /** From 1, without gaps. */
  position: integer().notNull(),
  mediaType: text().notNull(),
  storageKey: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  sha256: text().notNull().unique(),
  createdAt: timestampColumn().notNull().defaultNow(),
});

export const prayerDefaults = pgTable("prayer_defaults", {
  country: text().primaryKey(),
  method: text().$type<PrayerMethod>().notNull(),
  /** For the method `Other`. */
  angles: jsonb().$type<CustomAngles>().notNull(),
  madhab: text().$type<Madhab>().notNull(),
});
