import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { MarkId, MarkStyle } from "#shared/marks/mark.ts";
import { maxNotebookItems, NotebookItem, NotebookMark } from "./notebook.ts";

export const MarkKind = z.enum(["highlight", "note", "bookmark"]);
export type MarkKind = z.infer<typeof MarkKind>;

/** `lost`: the text no longer has the passage; `deleted`: in the last 30 days. */
export const MarkState = z.enum(["active", "lost", "deleted"]);
export type MarkState = z.infer<typeof MarkState>;

export const MarkOrder = z.enum(["date", "place"]);
export type MarkOrder = z.infer<typeof MarkOrder>;

export const MarkFilter = z.strictObject({
  state: z.optional(MarkState),
  kind: z.optional(MarkKind),
  style: z.optional(MarkStyle),
  bookId: z.optional(BookId),
  tag: z.optional(line(50)),
  search: z.optional(line(200)),
  /** When the mark was made; `to` is excluded. */
  from: z.optional(Instant),
  to: z.optional(Instant),
});
export type MarkFilter = z.infer<typeof MarkFilter>;

/** `keep`: again after the next interval; `later`: tomorrow; `stop`: never. */
export const ReviewAction = z.enum(["keep", "later", "stop"]);
export type ReviewAction = z.infer<typeof ReviewAction>;

export const reviewsPerDay = 5;
export const reviewIntervalDays = [1, 3, 7, 21, 60, 180] as const;

const count = z.int();
const bookParams = z.strictObject({ bookId: BookId });
/** Changes with every change of the order. */
const OrderVersion = z.string().check(z.regex(/^[0-9a-f]{40}$/));

export const notebookContract = {
  listMarks: route({
    method: "GET",
    path: "/api/marks",
    access: "reader",
    summary: "The user's marks in all books, filtered; every word of the search must occur",
    reads: ["mark"],
    query: z.strictObject({
      ...MarkFilter.shape,
      order: z.optional(MarkOrder),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "marks",
    response: z.object({ marks: z.array(NotebookMark), nextCursor: z.nullable(Cursor) }),
  }),

  getMarkSummary: route({
    method: "GET",
    path: "/api/marks/summary",
    access: "reader",
    summary: "The user's books with marks, tags and numbers of marks",
    reads: ["mark"],
    response: z.object({
      total: count,
      lost: count,
      deleted: count,
      /** The 1,000 that were marked last. */
      books: z.array(
        z.object({
          id: BookId,
          title: z.string(),
          author: z.string(),
          count,
          /** A community of the user reads it. */
          isInCommunity: z.boolean(),
        }),
      ),
      /** The 1,000 most frequent. */
      tags: z.array(z.object({ tag: z.string(), count })),
    }),
  }),

  getNotebook: route({
    method: "GET",
    path: "/api/books/:bookId/notebook",
    access: "reader",
    summary: "The user's order of the marks of a book, with headings",
    reads: ["notebook"],
    params: bookParams,
    response: z.object({ items: z.array(NotebookItem), version: OrderVersion }),
  }),

  saveNotebook: route({
    method: "PUT",
    path: "/api/books/:bookId/notebook",
    access: "reader",
    summary: "Replaces the order of the marks of a book; without items they are in reading order",
    changes: ["notebook"],
    errors: ["conflict", "not_found"],
    params: bookParams,
    body: z.strictObject({
      items: z.array(NotebookItem).check(z.maxLength(maxNotebookItems)),
      /** The version that this one replaces. */
      replaces: OrderVersion,
    }),
    response: z.object({ version: OrderVersion }),
  }),

  listMarksToReview: route({
    method: "GET",
    path: "/api/marks/review",
    access: "reader",
    summary: "The marks to review today",
    reads: ["mark", "notebook"],
    query: z.strictObject({
      /** The start of the user's day; at most a day ago. */
      since: Instant,
    }),
    response: z.object({ marks: z.array(NotebookMark), done: count }),
  }),

  reviewMark: route({
    method: "POST",
    path: "/api/marks/:markId/review",
    access: "reader",
    summary: "Keeps a mark in the review, shows it again tomorrow, or stops reviewing it",
    changes: ["notebook"],
    errors: ["not_found"],
    params: z.strictObject({ markId: MarkId }),
    body: z.strictObject({ action: ReviewAction }),
    response: JobResult,
  }),
};
