import { doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Alignment } from "#shared/alignment/alignment.ts";
import type { LowConfidenceSpan, SyncLevel, SyncSource } from "#shared/alignment/map.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { bookIdColumn } from "./books.ts";

/** Sentence times per chapter. Written only by `saveSyncMaps`. */
export const syncMaps = pgTable(
  "sync_maps",
  {
    bookId: bookIdColumn(),
    chapterNumber: integer().notNull(),
    version: text().notNull(),
    source: text().$type<SyncSource>().notNull(),
    level: text().$type<SyncLevel>().notNull().default("sentence"),
    confidence: doublePrecision().notNull().default(1),
    sentences: jsonb().$type<readonly SyncedSentence[]>().notNull(),
    guesses: jsonb().$type<readonly SyncedSentence[]>().notNull().default([]),
    lowConfidence: jsonb().$type<readonly LowConfidenceSpan[]>().notNull().default([]),
    /** Null when the chapter contains no text of the book. */
    firstSentence: text().$type<SentenceId>(),
    lastSentence: text().$type<SentenceId>(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);

export const alignmentAnchors = pgTable(
  "alignment_anchors",
  {
    bookId: bookIdColumn(),
    sentence: text().$type<SentenceId>().notNull(),
    chapterNumber: integer().notNull(),
    /** Seconds from the chapter's start. */
    at: doublePrecision().notNull(),
    setBy: formerUserIdColumn(),
    setAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.sentence] })],
);

export const alignments = pgTable("alignments", {
  bookId: bookIdColumn().primaryKey(),
  run: uuid().notNull(),
  /** Chapters to align; null for all without a publisher's map. */
  chapters: jsonb().$type<readonly number[]>(),
  state: text().$type<Alignment["state"]>().notNull().default("queued"),
  stage: text().$type<Alignment["stage"]>(),
  progress: doublePrecision().notNull().default(0),
  chaptersDone: integer().notNull().default(0),
  chapterCount: integer().notNull().default(0),
  reason: text().$type<Alignment["reason"]>(),
  about: text().notNull().default(""),
  requestedAt: timestampColumn().notNull(),
  startedAt: timestampColumn(),
  endedAt: timestampColumn(),
  seenAt: timestampColumn(),
});
