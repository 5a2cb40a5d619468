import * as z from "zod/mini";
import { ReasonReply } from "#shared/api/problem.ts";
import { Cursor, Instant, line, prose, queryInt, rawText } from "#shared/api/schemas.ts";
import { BookId, BookKind, BookState, ContributorRole, Direction } from "#shared/books/book.ts";
import { bookFacts } from "#shared/books/facts.ts";

export const Credit = z.strictObject({ name: line(200), role: ContributorRole });
export type Credit = z.infer<typeof Credit>;

/** Everything about a book that its author or staff can edit. */
export const BookFields = z.strictObject({
  title: line(500),
  description: prose(10_000),
  language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
  direction: Direction,
  credits: z.array(Credit).check(z.maxLength(50)),
  genres: z.array(line(60)).check(z.maxLength(5)),
  tropes: z.array(line(60)).check(z.maxLength(20)),
  series: z.nullable(
    z.strictObject({ name: line(200), position: z.nullable(z.number().check(z.gte(0), z.lte(10_000))) }),
  ),
  isbns: z.array(line(20)).check(z.maxLength(10)),
  ...bookFacts,
  isFree: z.boolean(),
  allowsDownload: z.boolean(),
  /** Whether AI narration is allowed; null for the author's default. */
  allowsNarration: z.nullable(z.boolean()),
  /** Changed by staff only. */
  isFeatured: z.boolean(),
  /** Changed by staff only. */
  kind: BookKind,
});
export type BookFields = z.infer<typeof BookFields>;
export type BookField = keyof BookFields;

export const BookChanges = z.partial(BookFields);
export type BookChanges = z.infer<typeof BookChanges>;

export const bookFields = Object.keys(BookFields.shape) as BookField[];

/** `blocks`: must be fixed before the book is submitted. */
export const CheckSeverity = z.enum(["blocks", "warning", "note"]);
export type CheckSeverity = z.infer<typeof CheckSeverity>;

export const checkCodes = [
  "content-missing",
  "author-missing",
  "genre-missing",
  "licence-missing",
  "provenance-missing",
  "description-missing",
  "cover-missing",
  "language-script",
  "direction-script",
  "duplicate-isbn",
  "duplicate-title",
  "duplicate-files",
  "contents-missing",
  "chapters-missing",
  "chapter-untitled",
  "file-warning",
  "link-broken",
  "audio-silence",
  "audio-clipping",
  "audio-loudness",
  "files-unchecked",
] as const;
export const CheckCode = z.enum(checkCodes);
export type CheckCode = z.infer<typeof CheckCode>;

export const BookCheck = z.object({
  code: CheckCode,
  severity: CheckSeverity,
  /** The object of the check, such as a chapter or another book; empty for the book itself. */
  subject: z.string(),
  /** Changes that fix it; null when there is no such fix. */
  fix: z.nullable(z.object({ direction: z.optional(Direction), language: z.optional(z.string()) })),
  /** The fault of a file; null for other checks. */
  warning: z.nullable(ReasonReply),
});
export type BookCheck = z.infer<typeof BookCheck>;

/**
 * Author: submit, withdraw, hide, show, delete. Staff: publish, reject, hide, show, withdraw. `revert`
 * brings back the files that a revision replaced.
 */
export const BookAction = z.enum([
  "submit",
  "withdraw",
  "publish",
  "reject",
  "hide",
  "show",
  "delete",
  "revert",
]);
export type BookAction = z.infer<typeof BookAction>;

export const PublishingBook = z.object({
  id: BookId,
  /**
   * Every change of the book or its files increases it; changes and decisions name the version they are for.
   */
  version: z.int(),
  state: BookState,
  /** Why it was rejected or hidden. */
  stateReason: z.string(),
  releaseAt: z.nullable(Instant),
  fields: BookFields,
  coverImageUrl: z.string(),
  hasOwnCover: z.boolean(),
  /** Free for guests. */
  isDemo: z.boolean(),
  hasEbook: z.boolean(),
  hasAudiobook: z.boolean(),
  wordCount: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  chapterCount: z.int(),
  /** The uploader, as shown to staff; null for books of the site. */
  owner: z.nullable(z.object({ name: z.string(), username: z.string() })),
  /** Readers who asked to be notified of the release. */
  watchers: z.int(),
  checks: z.array(BookCheck),
  /** False for co-authors who can only view it. */
  canEdit: z.boolean(),
  /** The actions of the caller now. */
  actions: z.array(BookAction),
  /** Set for a revision: the book whose files it replaces. */
  revision: z.nullable(
    z.object({
      bookId: BookId,
      title: z.string(),
      number: z.int(),
      notes: z.string(),
      isApplied: z.boolean(),
    }),
  ),
});
export type PublishingBook = z.infer<typeof PublishingBook>;

/** A row of the author's and the staff's lists. */
export const PublishingRow = z.object({
  id: BookId,
  title: z.string(),
  author: z.string(),
  state: BookState,
  stateReason: z.string(),
  language: z.string(),
  genre: z.string(),
  isFree: z.boolean(),
  isFeatured: z.boolean(),
  hasEbook: z.boolean(),
  hasAudiobook: z.boolean(),
  coverImageUrl: z.string(),
  ownerName: z.nullable(z.string()),
  /** A book of another author, on which the caller works. */
  isCoauthored: z.boolean(),
  isRevision: z.boolean(),
  /** The state of its newest unpublished revision; null for none. */
  revisionState: z.nullable(z.enum(["draft", "in-review", "rejected"])),
  createdAt: Instant,
  updatedAt: Instant,
  releaseAt: z.nullable(Instant),
});
export type PublishingRow = z.infer<typeof PublishingRow>;

export const bookListSorts = ["updatedAt", "createdAt", "title", "popularity"] as const;

export const BookFilters = z.strictObject({
  search: z.optional(rawText(200)),
  state: z.optional(BookState),
  format: z.optional(z.enum(["ebook", "audiobook", "both"])),
  language: z.optional(z.string().check(z.maxLength(35), z.regex(/^[A-Za-z0-9-]+$/))),
  genre: z.optional(rawText(100)),
  isFree: z.optional(z.stringbool()),
  isFeatured: z.optional(z.stringbool()),
  /** `site`: books without an owner; `authors`: the others. */
  owner: z.optional(z.enum(["site", "authors"])),
});
export type BookFilters = z.infer<typeof BookFilters>;

export const BookListQuery = z.strictObject({
  ...BookFilters.shape,
  sortBy: z.optional(z.enum(bookListSorts)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
  limit: queryInt(1, 100),
  cursor: z.optional(Cursor),
});
export type BookListQuery = z.infer<typeof BookListQuery>;

export const BookChange = z.object({
  id: z.string(),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  actor: z.string(),
  at: Instant,
  /** The earlier values can be restored. */
  isRestorable: z.boolean(),
});
export type BookChange = z.infer<typeof BookChange>;

export const nameKinds = ["contributor", "series", "genre", "trope"] as const;
export const NameKind = z.enum(nameKinds);
export type NameKind = z.infer<typeof NameKind>;

/** New files of a book; reviewed like a book of its own. */
export const Revision = z.object({
  bookId: BookId,
  number: z.int(),
  notes: z.string(),
  /** `hidden` once it was published: its row then holds the replaced files. */
  state: BookState,
  hasEbook: z.boolean(),
  hasAudiobook: z.boolean(),
  createdAt: Instant,
  appliedAt: z.nullable(Instant),
});
export type Revision = z.infer<typeof Revision>;
