import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { BookId, BookKind, BookState, Direction } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { formerUserIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { plainText, searchVector, timestampColumn } from "#server/db/schema/columns.ts";

export const series = pgTable(
  "series",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    /** Normalized by shared/books/normalize-search-text.ts. */
    normalizedName: text().notNull().unique(),
    /** Normalized words and skeletons of the name; written by `indexBook`. */
    searchVector: searchVector(),
  },
  (table) => [index("series_search").using("gin", table.searchVector)],
);

/** Colours and compositions of generated covers, one after another. */
export const coverVariants = pgSequence("cover_variants", {
  minValue: 0,
  maxValue: 255,
  startWith: 0,
  cycle: true,
});

/** In kilobytes. Each search reads the pending list, which is 4 MB by default. */
const shortPendingList = { gin_pending_list_limit: 64 };

export const books = pgTable(
  "books",
  {
    id: uuid().$type<BookId>().primaryKey().defaultRandom(),
    title: text().notNull(),
    subtitle: text().notNull().default(""),
    description: text().notNull().default(""),
    language: text().notNull().default("en"),
    direction: text().$type<Direction>().notNull().default("ltr"),
    kind: text().$type<BookKind>().notNull().default("book"),
    state: text().$type<BookState>().notNull().default("draft"),
    /** Why it was rejected or hidden. */
    stateReason: text().notNull().default(""),
    /** The user who last changed the state; null for the server and for commands. */
    stateChangedBy: formerUserIdColumn(),
    /** Increased by every edit, so that concurrent edits are refused. */
    version: integer().notNull().default(1),
    releaseAt: timestampColumn(),
    isFree: boolean().notNull().default(true),
    isFeatured: boolean().notNull().default(false),
    /** Demo books are free to read for guests. */
    isDemo: boolean().notNull().default(false),
    allowsDownload: boolean().notNull().default(true),
    /** The publishing account; null for the site itself. */
    ownerId: formerUserIdColumn(),
    seriesId: uuid().references(() => series.id, { onDelete: "set null" }),
    seriesPosition: doublePrecision(),
    /** ISBN-13s of its editions, as found in its files. */
    isbns: text().array().notNull().default([]),
    publisher: text().notNull().default(""),
    publishedYear: integer(),
    licence: text().notNull().default(""),
    provenance: text().notNull().default(""),
    originalId: uuid()
      .$type<BookId>()
      .references((): AnyPgColumn => books.id, { onDelete: "set null" }),

    /**
     * The book whose files it replaces; null for a book itself. After publication it holds the replaced
     * files.
     */
    revisionOf: uuid()
      .$type<BookId>()
      .references((): AnyPgColumn => books.id, { onDelete: "cascade" }),
    /** When its text was last replaced by a revision. */
    revisedAt: timestampColumn(),

    // Denormalized for lists, so that a page of books is one index scan.
    author: text().notNull().default(""),
    genre: text().notNull().default(""),
    coverHash: text().notNull().default(""),
    pageCount: integer(),
    wordCount: integer(),
    hasEbook: boolean().notNull().default(false),
    hasAudiobook: boolean().notNull().default(false),
    hasAiVoice: boolean().notNull().default(false),
    isNarrated: boolean().notNull().default(false),
    /** Whether AI narration is allowed; null for the author's default. */
    allowsNarration: boolean(),
    isOrphaned: boolean().notNull().default(false),
    hasSyncMap: boolean().notNull().default(false),
    /** Seconds of audio. */
    duration: doublePrecision(),
    firstAudioId: uuid(),
    ratingCount: integer().notNull().default(0),
    /** 0.5 to 5; null while unrated. */
    averageRating: doublePrecision(),
    popularity: integer().notNull().default(0),

    /** The normalized title, for sorting. */
    normalizedTitle: plainText().notNull().default(""),
    searchVector: searchVector(),

    /** Of its files, once per owner. */
    sourceHash: text(),
    createdAt: timestampColumn().notNull().defaultNow(),
    updatedAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    index("books_newest").on(table.createdAt, table.id).where(sql`state = 'published'`),
    // Unrated books sort last in both directions.
    index("books_best").on(sql`(coalesce(average_rating, 0))`, table.id).where(sql`state = 'published'`),
    index("books_worst").on(sql`(coalesce(average_rating, 9))`, table.id).where(sql`state = 'published'`),
    index("books_popular").on(table.popularity, table.id).where(sql`state = 'published'`),
    index("books_by_title").on(table.normalizedTitle, table.id).where(sql`state = 'published'`),
    index("books_scripture").on(table.id).where(sql`kind = 'scripture'`),
    index("books_coming").on(table.releaseAt, table.id).where(sql`state = 'scheduled'`),
    index("books_search").using("gin", table.searchVector).with(shortPendingList),
    // Titles have their own index, so that a common word does not scan ten thousand descriptions.
    index("books_search_titles").using("gin", sql`ts_filter(search_vector, '{a}')`).with(shortPendingList),
    index("books_search_names").using("gin", sql`ts_filter(search_vector, '{a,b,c}')`).with(shortPendingList),
    // For staff, among many that are not.
    index("books_featured").on(table.updatedAt, table.id).where(sql`is_featured and revision_of is null`),
    index("books_audio_only")
      .on(table.updatedAt, table.id)
      .where(sql`has_audiobook and not has_ebook and revision_of is null`),
    index("books_by_language").on(table.language, table.createdAt, table.id).where(sql`state = 'published'`),
    // Titles of one script are all before or after those of another.
    index("books_by_language_and_title")
      .on(table.language, table.normalizedTitle, table.id)
      .where(sql`state = 'published'`),
    index("books_audio")
      .on(table.createdAt, table.id)
      .where(sql`state = 'published' and has_audiobook and not is_narrated`),
    index("books_synced")
      .on(table.isDemo.desc(), table.createdAt, table.id)
      .where(sql`state = 'published' and is_free and has_sync_map`),
    index("books_isbns").using("gin", table.isbns),
    index("books_owner").on(table.ownerId),
    uniqueIndex("books_source_of_owner").on(
      table.sourceHash,
      sql`coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
    ),
    // The orders of the staff's list, which has books in all states.
    index("books_updated").on(table.updatedAt, table.id).where(sql`revision_of is null`),
    index("books_all_by_creation").on(table.createdAt, table.id).where(sql`revision_of is null`),
    index("books_all_by_title").on(table.normalizedTitle, table.id).where(sql`revision_of is null`),
    index("books_all_by_popularity").on(table.popularity, table.id).where(sql`revision_of is null`),
    index("books_unpublished").on(table.state).where(sql`state <> 'published'`),
    index("books_series").on(table.seriesId),
    index("books_revisions").on(table.revisionOf).where(sql`revision_of is not null`),
    index("books_translations").on(table.originalId).where(sql`original_id is not null`),
  ],
);

export const bookIdColumn = () =>
  uuid()
    .$type<BookId>()
    .notNull()
    .references(() => books.id, { onDelete: "cascade" });

/** The history of a book's fields. Rows are only added. */
export const bookChanges = pgTable(
  "book_changes",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    bookId: bookIdColumn(),
    field: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    /** `manual`: on the form; such fields are not overwritten by imports. */
    source: text().$type<"manual" | "bulk" | "csv">().notNull().default("manual"),
    /** The changes of one bulk edit. */
    bulkId: uuid(),
    actorId: formerUserIdColumn(),
    at: timestampColumn().notNull(),
  },
  (table) => [
    index("book_changes_newest").on(table.bookId, table.id),
    index("book_changes_bulk").on(table.bulkId).where(sql`bulk_id is not null`),
  ],
);

/** New files of a book. */
export const bookRevisions = pgTable(
  "book_revisions",
  {
    /** The book row that holds the new files, and after publication the replaced ones. */
    bookId: bookIdColumn().primaryKey(),
    targetId: bookIdColumn(),
    number: integer().notNull(),
    /** The formats whose files it replaces. */
    hasText: boolean().notNull(),
    hasAudio: boolean().notNull(),
    /** For the reviewer: what changed. */
    notes: text().notNull().default(""),
    createdAt: timestampColumn().notNull(),
    appliedAt: timestampColumn(),
    /** Content versions of the replaced and the new text; empty for audio only. */
    fromVersion: text().notNull().default(""),
    toVersion: text().notNull().default(""),
    /** New ids of the sentences whose id changed. */
    sentences: jsonb().$type<Readonly<Record<SentenceId, SentenceId>>>().notNull().default({}),
  },
  (table) => [uniqueIndex("book_revisions_number").on(table.targetId, table.number)],
);

export const bookRedirects = pgTable("book_redirects", {
  oldId: text().primaryKey(),
  bookId: bookIdColumn(),
});
