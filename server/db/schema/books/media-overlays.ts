import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { bookIdColumn } from "./books.ts";

export const overlays = pgTable("media_overlays", {
  bookId: bookIdColumn().primaryKey(),
  activeClass: text().notNull().default(""),
  playbackActiveClass: text().notNull().default(""),
});

export const overlayMarks = pgTable(
  "media_overlay_marks",
  {
    bookId: bookIdColumn(),
    chapterNumber: integer().notNull(),
    marks: jsonb().$type<readonly OverlayMark[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
