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
import { ofUser } from "./accounts.ts";
import { ofBook } from "./books.ts";
import { timestampColumn } from "./columns.ts";

/** Whether a machine may narrate the books of an author who has said so of all of them. */
export const narrationConsents = pgTable("narration_consents", {
  userId: ofUser().primaryKey(),
  allows: boolean().notNull(),
});

/** The work that makes an audiobook of a text; the queue holds the jobs, this what people are told of them. */
export const narrations = pgTable("narrations", {
  bookId: ofBook().primaryKey(),
  /** Of this start: a job of an older one does nothing. */
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
  /** A sign of life of who does it. */
  seenAt: timestampColumn(),
});

/** Chapters that are spoken, of a narration that is not whole yet: one that is gone on with does not speak them again. */
export const narrationParts = pgTable(
  "narration_parts",
  {
    bookId: ofBook(),
    chapterNumber: integer().notNull(),
    /** Of the words, the voice and our rules: what was spoken of others is worth nothing. */
    basis: text().notNull(),
    storageKey: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    seconds: doublePrecision().notNull(),
    heard: jsonb().$type<ReadonlyArray<readonly [sentence: string, start: number, end: number]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
