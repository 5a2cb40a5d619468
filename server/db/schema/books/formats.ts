import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Reason } from "#shared/api/problem.ts";
import type { Direction } from "#shared/books/book.ts";
import type { SpineItem, TocItem } from "#shared/reader/contract.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { bookIdColumn } from "./books.ts";

export type StoredSpineItem = Omit<SpineItem, "isLocked"> & { readonly mediaType: string };

export interface StoredSample {
  readonly spineIndex: number;
  readonly paragraphs: number;
  /** Number of sentences in those paragraphs. */
  readonly sentences: number;
  readonly resources: readonly string[];
}

/** Qur'an ranges by sentence number in the document. */
export interface StoredPassage {
  readonly number: number;
  readonly ranges: ReadonlyArray<readonly [start: number, end: number]>;
  readonly isWhole: boolean;
}

export const ebooks = pgTable("ebooks", {
  bookId: bookIdColumn().primaryKey(),
  storageKey: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  /** Hex; also the version in the URLs of entries. */
  sha256: text().notNull(),
  fileName: text().notNull().default(""),
  identifier: text().notNull().default(""),
  epubVersion: text().notNull().default(""),
  packagePath: text().notNull(),
  layout: text().$type<"reflowable" | "pre-paginated">().notNull().default("reflowable"),
  direction: text().$type<Direction>().notNull().default("ltr"),
  spine: jsonb().$type<readonly StoredSpineItem[]>().notNull(),
  toc: jsonb().$type<readonly TocItem[]>().notNull(),
  /** Path and uncompressed size of each servable entry. */
  entries: jsonb().$type<ReadonlyArray<readonly [string, number]>>().notNull(),
  wordCount: integer().notNull().default(0),
  pageCount: integer().notNull().default(0),
  /** Label, spine index and sentence number of each print page, in order. */
  pages: jsonb()
    .$type<ReadonlyArray<readonly [label: string, spineIndex: number, sentence: number]>>()
    .notNull()
    .default([]),
  /** False for books of versions without `pages`, until a job reads their print pages. */
  arePagesRead: boolean().notNull().default(false),
  hasMediaOverlays: boolean().notNull().default(false),
  warnings: jsonb().$type<readonly Reason[]>().notNull().default([]),
  /** Links to missing documents or anchors; null before they were checked. */
  brokenLinks: jsonb().$type<readonly string[]>(),
  /** The sample: all spine items before `spineIndex`, and the first `paragraphs` blocks of that one. */
  sample: jsonb().$type<StoredSample>().notNull(),
});

/** KOReader's ids of the EPUB files that the server gives out. */
export const ebookDigests = pgTable(
  "ebook_digests",
  {
    /** KOReader's partial MD5, hex. */
    digest: text().notNull(),
    bookId: bookIdColumn(),
    /** `read-along` has the audio; its pages have more elements than the original's. */
    edition: text({ enum: ["original", "read-along"] }).notNull(),
    /** Of the original from which it was made. */
    sha256: text().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.digest, table.bookId] }), index().on(table.bookId)],
);

/** The text of one spine item, for search. */
export const ebookTexts = pgTable(
  "ebook_texts",
  {
    bookId: bookIdColumn(),
    spineIndex: integer().notNull(),
    /** One sentence per line, in the order of their ids. */
    text: text().notNull(),
    /** The same lines, normalized by shared/books/normalize-search-text.ts. */
    normalizedText: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.spineIndex] })],
);

export const quranPassages = pgTable(
  "quran_passages",
  {
    bookId: bookIdColumn(),
    spineIndex: integer().notNull(),
    contentHash: text().notNull(),
    passages: jsonb().$type<readonly StoredPassage[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.spineIndex] })],
);

/** By ffmpeg. */
export interface AudioMeasurement {
  /** Integrated loudness in LUFS; null for silence. */
  readonly loudness: number | null;
  /** Sample peak in dBFS; null for silence. */
  readonly peak: number | null;
  /** Above 0 where samples stay at the peak. */
  readonly flatFactor: number;
  /** Start and length in seconds of silences over ten seconds, at most fifty. */
  readonly silences: ReadonlyArray<readonly [start: number, seconds: number]>;
}

export const audioFiles = pgTable(
  "audio_files",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: bookIdColumn(),
    position: integer().notNull(),
    storageKey: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    fileName: text().notNull().default(""),
    mediaType: text().notNull(),
    codec: text().notNull().default(""),
    /** Seconds. */
    duration: doublePrecision().notNull(),
    /** Byte ranges `[from, to)` of the sample, in order; empty when the whole file is locked. */
    sampleRanges: jsonb().$type<ReadonlyArray<readonly [number, number]>>().notNull().default([]),
    /** Seconds of this file in the sample; 0 when the whole file is locked. */
    sampleEnd: doublePrecision().notNull().default(0),
    /** Null before it was measured. */
    measurement: jsonb().$type<AudioMeasurement>(),
    /** Found when the file was imported; also its duplicates, which were left out. */
    warnings: jsonb().$type<readonly Reason[]>().notNull().default([]),
    /** The stored picture of this file without its width, as `covers/<book>/<hash>`; null shows the cover. */
    artworkKey: text(),
  },
  (table) => [unique().on(table.bookId, table.position)],
);

export const chapters = pgTable(
  "chapters",
  {
    bookId: bookIdColumn(),
    chapterNumber: integer().notNull(),
    chapterType: text().notNull().default("chapter"),
    title: text().notNull(),
    audioFileId: uuid()
      .notNull()
      .references(() => audioFiles.id, { onDelete: "cascade" }),
    /** Seconds in the file. */
    start: doublePrecision().notNull(),
    end: doublePrecision().notNull(),
    inSample: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);
