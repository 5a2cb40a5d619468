import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Direction } from "#shared/books/book.ts";
import type { SpineItem, TocItem } from "#shared/reader/contract.ts";
import { ofBook } from "./books.ts";

export type StoredSpineItem = Omit<SpineItem, "isLocked"> & {
  readonly mediaType: string;
  /** The sentences it holds. */
  readonly sentenceCount: number;
};

export interface StoredSample {
  readonly spineIndex: number;
  readonly paragraphs: number;
  /** The sentences in those paragraphs. */
  readonly sentences: number;
  readonly resources: readonly string[];
}

/** Qur'an ranges of one sentence, numbered from 0 in its document. */
export interface StoredPassage {
  readonly number: number;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
  readonly isWhole: boolean;
}

/** The EPUB of a book. */
export const ebooks = pgTable("ebooks", {
  bookId: ofBook().primaryKey(),
  storageKey: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  /** Hex; also the version in the entries' addresses. */
  sha256: text().notNull(),
  fileName: text().notNull().default(""),
  identifier: text().notNull().default(""),
  epubVersion: text().notNull().default(""),
  packagePath: text().notNull(),
  layout: text().$type<"reflowable" | "pre-paginated">().notNull().default("reflowable"),
  direction: text().$type<Direction>().notNull().default("ltr"),
  spine: jsonb().$type<readonly StoredSpineItem[]>().notNull(),
  toc: jsonb().$type<readonly TocItem[]>().notNull(),
  /** Path and unpacked bytes of each entry that may be served. */
  entries: jsonb().$type<ReadonlyArray<readonly [string, number]>>().notNull(),
  wordCount: integer().notNull().default(0),
  pageCount: integer().notNull().default(0),
  hasMediaOverlays: boolean().notNull().default(false),
  warnings: jsonb().$type<readonly string[]>().notNull().default([]),
  /** The sample: spine items before `spineIndex` whole, and of that one the first `paragraphs` blocks. */
  sample: jsonb().$type<StoredSample>().notNull(),
});

/** The text of one spine item, for searching inside a book and across books. */
export const ebookTexts = pgTable(
  "ebook_texts",
  {
    bookId: ofBook(),
    spineIndex: integer().notNull(),
    /** One sentence a line, in the order of their ids. */
    text: text().notNull(),
    /** The same lines as `fold` of shared/books/normalize-search-text.ts makes them. */
    folded: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.spineIndex] })],
);

export const quranPassages = pgTable(
  "quran_passages",
  {
    bookId: ofBook(),
    spineIndex: integer().notNull(),
    basis: text().notNull(),
    passages: jsonb().$type<readonly StoredPassage[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.spineIndex] })],
);

export const audioFiles = pgTable(
  "audio_files",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: ofBook(),
    position: integer().notNull(),
    storageKey: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    fileName: text().notNull().default(""),
    mediaType: text().notNull(),
    codec: text().notNull().default(""),
    /** Seconds. */
    duration: doublePrecision().notNull(),
    /** Byte ranges `[from, to)` that belong to the sample, in order; empty when the whole file is locked. */
    sampleRanges: jsonb().$type<ReadonlyArray<readonly [number, number]>>().notNull().default([]),
    /** Seconds of this file that belong to the sample; 0 when the whole file is locked. */
    sampleEnd: doublePrecision().notNull().default(0),
  },
  (table) => [unique().on(table.bookId, table.position)],
);

export const chapters = pgTable(
  "chapters",
  {
    bookId: ofBook(),
    chapterNumber: integer().notNull(),
    chapterType: text().notNull().default("chapter"),
    title: text().notNull(),
    audioFileId: uuid()
      .notNull()
      .references(() => audioFiles.id, { onDelete: "cascade" }),
    /** Seconds in that file. */
    start: doublePrecision().notNull(),
    end: doublePrecision().notNull(),
    inSample: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
