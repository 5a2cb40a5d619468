import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, BookState, ContributorId, ContributorRole, Direction } from "#shared/books/book.ts";
import type { SpineItem, SyncedSentence, TocItem } from "#shared/reader/contract.ts";
import { users } from "./accounts.ts";

const at = () => timestamp({ withTimezone: true });

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Compared byte by byte, so that an index finds what begins with some letters whatever the database's language. */
const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

const searchVector = () => tsvector().notNull().default(sql`''::tsvector`);

const bookId = () =>
  uuid()
    .$type<BookId>()
    .notNull()
    .references(() => books.id, { onDelete: "cascade" });

export const series = pgTable(
  "series",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** As `fold` of shared/books/fold.ts makes it. */
    foldedName: text().notNull().unique(),
    /** Folded words and skeletons of the name; written by `indexBook`. */
    searchVector: searchVector(),
  },
  (table) => [index("series_search").using("gin", table.searchVector)],
);

export const books = pgTable(
  "books",
  {
    id: uuid().$type<BookId>().primaryKey().defaultRandom(),
    title: text().notNull(),
    subtitle: text().notNull().default(""),
    description: text().notNull().default(""),
    language: text().notNull().default("en"),
    direction: text().$type<Direction>().notNull().default("ltr"),
    state: text().$type<BookState>().notNull().default("draft"),
    /** Why it was rejected or hidden. */
    stateReason: text().notNull().default(""),
    releaseAt: at(),
    isFree: boolean().notNull().default(true),
    isFeatured: boolean().notNull().default(false),
    allowsDownload: boolean().notNull().default(true),
    /** The account that publishes it; null for the house's own. */
    ownerId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: "set null" }),
    seriesId: uuid().references(() => series.id, { onDelete: "set null" }),
    seriesPosition: doublePrecision(),
    publisher: text().notNull().default(""),
    publishedYear: integer(),
    licence: text().notNull().default(""),
    provenance: text().notNull().default(""),
    originalId: uuid()
      .$type<BookId>()
      .references((): AnyPgColumn => books.id, { onDelete: "set null" }),

    // What lists show, kept here so that a page of books is one index walk.
    /** Its authors' names, joined. */
    author: text().notNull().default(""),
    genre: text().notNull().default(""),
    coverHash: text().notNull().default(""),
    pageCount: integer(),
    wordCount: integer(),
    hasEbook: boolean().notNull().default(false),
    hasAudiobook: boolean().notNull().default(false),
    hasSyncMap: boolean().notNull().default(false),
    /** Seconds of audio. */
    duration: doublePrecision(),
    firstAudioId: uuid(),
    ratingCount: integer().notNull().default(0),
    /** 0.5 to 5; null until somebody rates. */
    averageRating: doublePrecision(),
    /** How many libraries hold it. */
    popularity: integer().notNull().default(0),

    /** The title folded, for sorting. */
    foldedTitle: plainText().notNull().default(""),
    /** Folded words and skeletons of all that is searched; weights A title, B people and series, C skeletons, D description. */
    searchVector: searchVector(),

    /** Of the files it came from; an import that sees it again adds nothing. */
    sourceHash: text().unique(),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [
    index("books_newest").on(table.createdAt, table.id).where(sql`state = 'published'`),
    // What nobody rated stands last in either direction.
    index("books_best").on(sql`(coalesce(average_rating, 0))`, table.id).where(sql`state = 'published'`),
    index("books_worst").on(sql`(coalesce(average_rating, 9))`, table.id).where(sql`state = 'published'`),
    index("books_popular").on(table.popularity, table.id).where(sql`state = 'published'`),
    index("books_by_title").on(table.foldedTitle, table.id).where(sql`state = 'published'`),
    index("books_coming").on(table.releaseAt, table.id).where(sql`state = 'scheduled'`),
    index("books_search").using("gin", table.searchVector),
    // Titles alone: of a common word they must be found before ten thousand descriptions.
    index("books_search_titles").using("gin", sql`ts_filter(search_vector, '{a}')`),
    index("books_by_language").on(table.language, table.createdAt, table.id).where(sql`state = 'published'`),
    index("books_to_hear").on(table.createdAt, table.id).where(sql`state = 'published' and has_audiobook`),
    index("books_owner").on(table.ownerId),
    index("books_series").on(table.seriesId),
  ],
);

export const contributors = pgTable(
  "contributors",
  {
    id: uuid().$type<ContributorId>().primaryKey().defaultRandom(),
    name: text().notNull(),
    foldedName: text().notNull().unique(),
    bio: text().notNull().default(""),
    /** The account of an author who is also a user. */
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: "set null" }),
    /** Folded words and skeletons of the name; written by `indexBook`. */
    searchVector: searchVector(),
  },
  (table) => [index("contributors_search").using("gin", table.searchVector)],
);

export const bookContributors = pgTable(
  "book_contributors",
  {
    bookId: bookId(),
    contributorId: uuid()
      .$type<ContributorId>()
      .notNull()
      .references(() => contributors.id, { onDelete: "cascade" }),
    role: text().$type<ContributorRole>().notNull(),
    position: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.contributorId, table.role] }),
    index().on(table.contributorId),
  ],
);

export const genres = pgTable("genres", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  position: integer().notNull().default(0),
});

export const bookGenres = pgTable(
  "book_genres",
  {
    bookId: bookId(),
    genreId: uuid()
      .notNull()
      .references(() => genres.id, { onDelete: "cascade" }),
    position: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.genreId] }), index().on(table.genreId)],
);

export const tropes = pgTable("tropes", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
});

export const bookTropes = pgTable(
  "book_tropes",
  {
    bookId: bookId(),
    tropeId: uuid()
      .notNull()
      .references(() => tropes.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.tropeId] }), index().on(table.tropeId)],
);

/** A spine item as ingest knows it. */
export type StoredSpineItem = Omit<SpineItem, "isLocked"> & {
  readonly mediaType: string;
  /** The sentences it holds. */
  readonly sentenceCount: number;
};

/** Where the part that everybody may read ends, and which files of the EPUB go with it. */
export interface StoredSample {
  readonly spineIndex: number;
  readonly paragraphs: number;
  /** The sentences in those paragraphs. */
  readonly sentences: number;
  readonly resources: readonly string[];
}

/** The EPUB of a book. */
export const ebooks = pgTable("ebooks", {
  bookId: bookId().primaryKey(),
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
    bookId: bookId(),
    spineIndex: integer().notNull(),
    /** One sentence a line, in the order of their ids. */
    text: text().notNull(),
    /** The same lines as `fold` of shared/books/fold.ts makes them. */
    folded: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.spineIndex] })],
);

export const audioFiles = pgTable(
  "audio_files",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: bookId(),
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
    bookId: bookId(),
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

/** When each sentence is heard, chapter by chapter. */
export const syncMaps = pgTable(
  "sync_maps",
  {
    bookId: bookId(),
    chapterNumber: integer().notNull(),
    version: text().notNull(),
    source: text().$type<"overlay" | "aligned" | "narrated" | "manual">().notNull(),
    sentences: jsonb().$type<readonly SyncedSentence[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bookId, table.chapterNumber] })],
);

/** An old id, or an address somebody printed, and the book it now means. */
export const bookRedirects = pgTable("book_redirects", {
  oldId: text().primaryKey(),
  bookId: bookId(),
});

/** One a reader and book. */
export const reviews = pgTable(
  "reviews",
  {
    id: uuid().primaryKey().defaultRandom(),
    bookId: bookId(),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** 1 to 10: stars in halves. */
    halfStars: smallint().notNull(),
    text: text().notNull().default(""),
    hasSpoiler: boolean().notNull().default(false),
    isHidden: boolean().notNull().default(false),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("reviews_one_each").on(table.bookId, table.userId),
    index("reviews_newest").on(table.bookId, table.createdAt, table.id),
    index("reviews_of_user").on(table.userId),
  ],
);

/** Counts that must be exact at a million rows: kept by triggers, repaired at start. */
export const keptCounts = pgTable(
  "kept_counts",
  {
    name: text().notNull(),
    /** Which connection counted: each adds to its own row, so that none waits. The count is the sum of all. */
    slot: integer().notNull(),
    count: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.slot] })],
);

/** Every folded word of the published books, for correcting what was misspelt and for knowing how common a word is. */
export const searchWords = pgTable(
  "search_words",
  {
    word: plainText().primaryKey(),
    /** In how many books. */
    bookCount: integer().notNull(),
  },
  (table) => [index("search_words_trigrams").using("gin", sql`${table.word} gin_trgm_ops`)],
);

/** Words of newly published books that `search_words` lacks; a trigger adds them, a job moves them there. */
export const freshWords = pgTable("fresh_words", { word: plainText().notNull() });

/** Spellings that mean the same: `quran`, `koran`, `قران`. An employee edits them; the next search goes by them. */
export const spellings = pgTable(
  "spellings",
  {
    /** Folded. */
    spelling: text().primaryKey(),
    /** Folded; the same for all spellings of one word. */
    canonical: text().notNull(),
  },
  (table) => [index("spellings_canonical").on(table.canonical)],
);
