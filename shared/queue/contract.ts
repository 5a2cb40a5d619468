import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { maxQueuedBooks, QueuedBook } from "./queue.ts";

const bookParams = z.strictObject({ bookId: BookId });

export const queueContract = {
  getQueue: route({
    method: "GET",
    path: "/api/user/queue",
    access: "reader",
    scope: "read",
    summary: "The audiobooks that the user hears next, in order",
    reads: ["queue", "book"],
    response: z.object({ books: z.array(QueuedBook) }),
  }),

  /** Books that the user cannot see or hear are left out. */
  replaceQueue: route({
    method: "PUT",
    path: "/api/user/queue",
    access: "reader",
    scope: "sync",
    summary: "Replaces the queue; without books it is empty",
    changes: ["queue"],
    body: z.strictObject({ bookIds: z.array(BookId).check(z.maxLength(maxQueuedBooks)) }),
    response: JobResult,
  }),

  /** Sending it again is harmless. */
  saveQueuedBook: route({
    method: "PUT",
    path: "/api/user/queue/:bookId",
    access: "reader",
    scope: "sync",
    summary: "Adds a book to the queue or moves it",
    changes: ["queue"],
    errors: ["not_found", "conflict"],
    params: bookParams,
    body: z.strictObject({
      /** From 0 among the other books; the end when absent. */
      position: z.optional(z.int().check(z.gte(0), z.lte(maxQueuedBooks))),
    }),
    response: JobResult,
  }),

  deleteQueuedBook: route({
    method: "DELETE",
    path: "/api/user/queue/:bookId",
    access: "reader",
    scope: "sync",
    summary: "Removes a book from the queue",
    changes: ["queue"],
    params: bookParams,
    response: JobResult,
  }),
};
