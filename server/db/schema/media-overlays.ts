import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { ofBook } from "./books.ts";

/** The books whose EPUB brought its narration with it, by media overlays. */
export const overlays = pgTable("media_overlays", {
  bookId: ofBook().primaryKey(),
  /** Classes that the publisher styles what is heard, and the page of it, by; empty for none. */
  activeClass: text().notNull().default(""),
  playbackActiveClass: text().notNull().default(""),
});

/** What the overlay itself marks while a chapter is heard, where its parts are not simply the sentences. */
export const overlayMarks = pgTable(
  "media_overlay_marks",
  {
    bookId: ofBook(),
    chapterNumber: integer().notNull(),
    marks: jsonb().$type<readonly OverlayMark[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
