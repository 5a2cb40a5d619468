import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Narration } from "#shared/ai-narration/contract.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { bookIdColumn } from "./books.ts";

export const narrationConsents = pgTable("narration_consents", {
  userId: userIdColumn().primaryKey(),
  allows: boolean().notNull(),
});

export const narrations = pgTable("narrations", {
  bookId: bookIdColumn().primaryKey(),
  run: uuid().notNull(),
  state: text().$type<Narration["state"]>().notNull().default("queued"),
  progress: doublePrecision().notNull().default(0),
  chaptersDone: integer().notNull().default(0),
  chapterCount: integer().notNull().default(0),
  reason: text().$type<Narration["reason"]>(),
  about: text().notNull().default(""),
  requestedAt: timestampColumn().notNull(),
  startedAt: timestampColumn(),
  endedAt: timestampColumn(),
  /** Heartbeat of the worker. */
  seenAt: timestampColumn(),
});

export const narrationParts = pgTable(
  "narration_parts",
  {
    bookId: bookIdColumn(),
    chapterNumber: integer().notNull(),
    contentHash: text().notNull(),
    storageKey: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    seconds: doublePrecision().notNull(),
    spans: jsonb().$type<ReadonlyArray<readonly [sentence: string, start: number, end: number]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
