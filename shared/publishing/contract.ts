import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt, rawText } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import {
  BookAction,
  BookChange,
  BookChanges,
  BookFilters,
  BookListQuery,
  NameKind,
  PublishingBook,
  PublishingRow,
  Revision,
} from "./publishing-book.ts";

const BookList = z.object({
  books: z.array(PublishingRow),
  /** Counted to `maxCounted`. */
  total: z.int(),
  nextCursor: z.nullable(Cursor),
});

const bookParams = z.strictObject({ bookId: BookId });

export const publishingContract = {
  listOwnBooks: route({
    method: "GET",
    path: "/api/publishing/books",
    access: "author",
    scope: "publish",
    summary: "The author's books with their states, last changed first",
    reads: ["publication"],
    query: BookListQuery,
    rows: "books",
    response: BookList,
  }),

  listAllBooks: route({
    method: "GET",
    path: "/api/admin/books",
    access: "employee",
    budget: "search",
    summary: "All books of the catalogue for staff",
    reads: ["publication"],
    query: BookListQuery,
    rows: "books",
    response: BookList,
  }),

  /** A bulk edit of all these books expects this number. */
  countAllBooks: route({
    method: "GET",
    path: "/api/admin/books/count",
    access: "employee",
    budget: "search",
    summary: "The exact number of the books that match the filters",
    reads: ["publication"],
    query: BookFilters,
    response: z.object({ total: z.int() }),
  }),

  getPublishingBook: route({
    method: "GET",
    path: "/api/publishing/books/:bookId",
    access: "publisher",
    scope: "publish",
    summary: "A book with everything that its author or staff can edit, and its checks",
    reads: ["publication"],
    params: bookParams,
    response: PublishingBook,
  }),

  editBook: route({
    method: "PATCH",
    path: "/api/publishing/books/:bookId",
    access: "publisher",
    scope: "publish",
    summary: "Changes fields of a book; rejected when it was changed since the given version",
    changes: ["publication", "book"],
    errors: ["conflict"],
    params: bookParams,
    body: z.strictObject({ version: z.int(), changes: BookChanges }),
    response: PublishingBook,
  }),

  setCover: route({
    method: "PUT",
    path: "/api/publishing/books/:bookId/cover",
    access: "publisher",
    budget: "import",
    summary: "Replaces the cover image",
    changes: ["publication", "book"],
    errors: ["unprocessable_file"],
    params: bookParams,
    upload: { maxBytes: 20_000_000 },
    response: PublishingBook,
  }),

  changeState: route({
    method: "POST",
    path: "/api/publishing/books/:bookId/state",
    access: "publisher",
    scope: "publish",
    summary: "Submits, publishes, schedules, rejects, hides or deletes a book in the given version",
    changes: ["publication", "book"],
    errors: ["conflict"],
    params: bookParams,
    body: z.strictObject({
      version: z.int(),
      action: BookAction,
      /** Required for `reject`, and for `hide` by staff. */
      reason: z.optional(prose(1000)),
      /** When to publish; now by default. */
      releaseAt: z.optional(Instant),
    }),
    response: z.nullable(PublishingBook),
  }),

  listChanges: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/changes",
    access: "publisher",
    summary: "The changes of a book, newest first",
    reads: ["publication"],
    params: bookParams,
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "changes",
    response: z.object({ changes: z.array(BookChange), nextCursor: z.nullable(Cursor) }),
  }),

  restoreField: route({
    method: "POST",
    path: "/api/publishing/books/:bookId/changes/:changeId/restore",
    access: "publisher",
    summary: "Sets a field to its value before a change",
    changes: ["publication", "book"],
    errors: ["conflict"],
    params: z.strictObject({ bookId: BookId, changeId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    body: z.strictObject({ version: z.int() }),
    response: PublishingBook,
  }),

  /** Needs ffmpeg for audio. Files are measured once. */
  checkFiles: route({
    method: "POST",
    path: "/api/publishing/books/:bookId/checks",
    access: "publisher",
    scope: "publish",
    budget: "import",
    summary: "Checks the files of a book in the background: loudness, silence, clipping, broken links",
    changes: ["publication"],
    params: bookParams,
    response: JobResult,
  }),

  listRevisions: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/revisions",
    access: "publisher",
    scope: "publish",
    summary: "The revisions of a book's files, newest first",
    reads: ["publication"],
    params: bookParams,
    response: z.object({ revisions: z.array(Revision) }),
  }),

  setRevisionNotes: route({
    method: "PUT",
    path: "/api/publishing/books/:bookId/revision-notes",
    access: "publisher",
    scope: "publish",
    summary: "Sets the notes of a revision for the reviewer",
    changes: ["publication"],
    params: bookParams,
    body: z.strictObject({ notes: prose(2000) }),
    response: PublishingBook,
  }),

  findNames: route({
    method: "GET",
    path: "/api/publishing/names",
    access: "publisher",
    scope: "publish",
    budget: "search",
    summary: "Names of contributors, series, genres or tropes that begin with a text",
    unwatched: "Suggestions while typing",
    query: z.strictObject({ kind: NameKind, search: z.optional(rawText(100)) }),
    response: z.object({ names: z.array(z.string()) }),
  }),
};
