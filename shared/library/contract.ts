import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, JobResult, line, prose, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { LibraryEntry, LibraryStatus, MyEntry, Stars } from "./entry.ts";

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
    summary: "The number of library entries by status",
    reads: ["library", "position"],
    response: z.object({ total: z.int(), byStatus: z.record(LibraryStatus, z.int()) }),
  }),

  /** Adds the book, or changes its status. */
  saveEntry: route({
    method: "PUT",
    path: "/api/user/library/:bookId",
    access: "reader",
    summary: "Adds a book to the library or changes its status",
    changes: ["library", "activity"],
    errors: ["not_found", "conflict"],
    params: bookParams,
    body: z.strictObject({ status: LibraryStatus }),
    response: MyEntry,
  }),

  deleteEntry: route({
    method: "DELETE",
    path: "/api/user/library/:bookId",
    access: "reader",
    summary: "Removes a book from the library",
    changes: ["library", "activity"],
    params: bookParams,
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
    summary: "Deletes the user's rating and review",
    changes: ["library", "review"],
    params: bookParams,
    response: JobResult,
  }),
};
