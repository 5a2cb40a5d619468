import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, JobResult, line, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "./book.ts";

/** A former or printed id, in any format. */
export const OldId = line(100);

export const BookRedirect = z.object({ oldId: z.string(), bookId: BookId, title: z.string() });
export type BookRedirect = z.infer<typeof BookRedirect>;

export const redirectsContract = {
  listRedirects: route({
    method: "GET",
    path: "/api/admin/book-redirects",
    access: "employee",
    summary: "Book redirects",
    reads: ["redirect"],
    query: z.strictObject({ limit: queryInt(1, 100), cursor: z.optional(Cursor) }),
    rows: "redirects",
    rowKey: ({ oldId }: BookRedirect) => oldId,
    response: z.object({ redirects: z.array(BookRedirect), nextCursor: z.nullable(Cursor) }),
  }),

  saveRedirect: route({
    method: "PUT",
    path: "/api/admin/book-redirects/:oldId",
    access: "employee",
    summary: "Creates a book redirect",
    changes: ["redirect"],
    params: z.strictObject({ oldId: OldId }),
    body: z.strictObject({ bookId: BookId }),
    response: BookRedirect,
  }),

  deleteRedirect: route({
    method: "DELETE",
    path: "/api/admin/book-redirects/:oldId",
    access: "employee",
    summary: "Deletes a book redirect",
    changes: ["redirect"],
    params: z.strictObject({ oldId: OldId }),
    response: JobResult,
  }),
};
