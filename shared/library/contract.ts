import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { LibraryEntry, LibraryStatus, MyEntry, Stars } from "./entry.ts";

/** Older changes of a device count as this old. */
export const maxChangeAgeMs = 365 * 24 * 60 * 60 * 1000;

/** Milliseconds since a device that had no connection made the change; a later change wins. */
const ChangeAge = z.int().check(z.gte(0), z.lte(maxChangeAgeMs));

const bookParams = z.strictObject({ bookId: BookId });

/** `recent`: most recently changed first; `added`: most recently added first. */
export const LibrarySort = z.enum(["recent", "added", "title", "author"]);
export type LibrarySort = z.infer<typeof LibrarySort>;

export const LibraryFormat = z.enum(["ebook", "audiobook"]);
export type LibraryFormat = z.infer<typeof LibraryFormat>;

export const libraryContract = {
  /** An array; the next page is in the `Link` header. */
  listLibrary: route({
    method: "GET",
    path: "/api/user/library",
    access: "reader",
    scope: "read",
    summary: "The user's library",
    reads: ["library", "position"],
    query: z.strictObject({
      status: z.optional(LibraryStatus),
      /** Words of titles and authors. */
      search: z.optional(line(200)),
      format: z.optional(LibraryFormat),
      sort: z.optional(LibrarySort),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rowKey: ({ book }: LibraryEntry) => book.id,
    response: z.array(LibraryEntry),
  }),

  getLibraryCounts: route({
    method: "GET",
    path: "/api/user/library/counts",
    access: "reader",
    scope: "read",
    summary: "The number of library entries by status",
    reads: ["library", "position"],
    response: z.object({ total: z.int(), byStatus: z.record(LibraryStatus, z.int()) }),
  }),

  /** Adds the book, or changes its status. */
  saveEntry: route({
    method: "PUT",
    path: "/api/user/library/:bookId",
    access: "reader",
    scope: "sync",
    summary: "Adds a book to the library or changes its status",
    changes: ["library", "activity"],
    errors: ["not_found", "conflict"],
    params: bookParams,
    body: z.strictObject({ status: LibraryStatus, age: z.optional(ChangeAge) }),
    response: MyEntry,
  }),

  deleteEntry: route({
    method: "DELETE",
    path: "/api/user/library/:bookId",
    access: "reader",
    scope: "sync",
    summary: "Removes a book from the library",
    changes: ["library", "activity"],
    params: bookParams,
    query: z.strictObject({ age: queryInt(0, maxChangeAgeMs) }),
    response: JobResult,
  }),

  /** Upcoming books that this reader subscribed to, at most 1,000. */
  listReleaseAlerts: route({
    method: "GET",
    path: "/api/user/release-alerts",
    access: "reader",
    summary: "The user's release subscriptions",
    reads: ["release-alert"],
    response: z.array(BookId),
  }),

  saveReleaseAlert: route({
    method: "PUT",
    path: "/api/user/release-alerts/:bookId",
    access: "reader",
    summary: "Subscribes to a book's release",
    changes: ["release-alert"],
    params: bookParams,
    response: JobResult,
  }),

  deleteReleaseAlert: route({
    method: "DELETE",
    path: "/api/user/release-alerts/:bookId",
    access: "reader",
    summary: "Unsubscribes from a book's release",
    changes: ["release-alert"],
    params: bookParams,
    response: JobResult,
  }),

  saveRating: route({
    method: "PUT",
    path: "/api/user/library/:bookId/rating",
    access: "reader",
    scope: "sync",
    summary: "Rates a book in half stars, with an optional review",
    changes: ["library", "review"],
    errors: ["forbidden", "conflict"],
    params: bookParams,
    body: z.strictObject({
      stars: Stars,
      text: z.optional(prose(5000)),
      hasSpoiler: z.optional(z.boolean()),
    }),
    response: JobResult,
  }),

  deleteRating: route({
    method: "DELETE",
    path: "/api/user/library/:bookId/rating",
    access: "reader",
    scope: "sync",
    summary: "Deletes the user's rating and review",
    changes: ["library", "review"],
    params: bookParams,
    query: z.strictObject({ age: queryInt(0, maxChangeAgeMs) }),
    response: JobResult,
  }),
};
