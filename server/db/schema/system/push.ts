import { sql } from "drizzle-orm";
import { boolean, check, index, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { PushDeviceId, PushFailureReason } from "#shared/push/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const pushKeys = pgTable(
  "push_keys",
  {
    id: smallint().primaryKey().default(1),
    /** Both base64url. */
    publicKey: text().notNull(),
    privateKey: text().notNull(),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [check("push_keys_one", sql`${table.id} = 1`)],
);

export const pushDevices = pgTable(
  "push_devices",
  {
    id: uuid().$type<PushDeviceId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    /** The session that subscribed; the device is removed when it signs out. */
    sessionHash: text().notNull(),
    /** Disabled devices receive nothing. */
    isOn: boolean().notNull().default(true),
    prayerAlerts: boolean().notNull().default(false),
    createdAt: timestampColumn().notNull().defaultNow(),
    lastSucceededAt: timestampColumn(),
    /** Of the last message; null when it was delivered. */
    lastError: text().$type<PushFailureReason>(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionHash)],
);

/** Messages to one device, prayer alerts excluded: queued, or with their result. */
export const pushMessages = pgTable(
  "push_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    deviceId: uuid()
      .$type<PushDeviceId>()
      .notNull()
      .references(() => pushDevices.id, { onDelete: "cascade" }),
    kind: text().$type<"notification" | "test">().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    topic: text().notNull(),
    /** Its subject, such as `post:<id>`; empty for none. */
    about: text().notNull().default(""),
    status: text().$type<"waiting" | "sending" | "sent" | "failed">().notNull().default("waiting"),
    error: text().$type<PushFailureReason>(),
    createdAt: timestampColumn().notNull().defaultNow(),
    expiresAt: timestampColumn().notNull(),
    endedAt: timestampColumn(),
  },
  (table) => [
    index().on(table.deviceId),
    index().on(table.createdAt),
    index("push_messages_about").on(table.about).where(sql`about <> ''`),
  ],
);
