import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, line, prose } from "#shared/api/schemas.ts";
import { BookId, Direction } from "#shared/books/book.ts";
import { BookListQuery } from "./publishing-book.ts";

export const maxChosenBooks = 1_000;

export const ListMode = z.enum(["replace", "add", "remove"]);
export type ListMode = z.infer<typeof ListMode>;

export const maxListNames = { genres: 5, tropes: 20 } as const;

const listChange = (max: number) =>
  z.strictObject({ mode: ListMode, names: z.array(line(60)).check(z.minLength(1), z.maxLength(max)) });

/** The same change of many books; fields that are left out stay as they are. */
export const BulkChanges = z.partial(
  z.strictObject({
    language: z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
    direction: Direction,
    publisher: z.union([line(200), z.literal("")]),
    licence: line(500),
    provenance: prose(2000),
    isFree: z.boolean(),
    allowsDownload: z.boolean(),
    isFeatured: z.boolean(),
    genres: listChange(maxListNames.genres),
    tropes: listChange(maxListNames.tropes),
  }),
);
export type BulkChanges = z.infer<typeof BulkChanges>;

export const BulkState = z.enum(["running", "done", "undoing", "undone"]);

export const BulkEdit = z.object({
  id: z.uuid(),
  state: BulkState,
  /** Chosen books. */
  total: z.int(),
  done: z.int(),
  actor: z.string(),
  /** The changed fields. */
  fields: z.array(z.string()),
  createdAt: Instant,
});
export type BulkEdit = z.infer<typeof BulkEdit>;

const bulkParams = z.strictObject({ bulkId: z.uuid() });

export const bulkEditsContract = {
  /** Runs in the background. Refused when the number of books is not the expected one. */
  startBulkEdit: route({
    method: "POST",
    path: "/api/admin/bulk-edits",
    access: "employee",
    summary: "Changes the selected books, or all that match the filters",
    changes: ["bulk-edit", "publication", "book"],
    errors: ["conflict"],
    body: z.strictObject({
      ids: z.optional(z.array(BookId).check(z.minLength(1), z.maxLength(maxChosenBooks))),
      query: z.optional(BookListQuery),
      expected: z.int32(),
      changes: BulkChanges,
    }),
    response: BulkEdit,
  }),

  listBulkEdits: route({
    method: "GET",
    path: "/api/admin/bulk-edits",
    access: "employee",
    summary: "The last twenty bulk edits, newest first",
    reads: ["bulk-edit"],
    response: z.object({ edits: z.array(BulkEdit) }),
  }),

  /** Fields that were changed again since then stay as they are. */
  undoBulkEdit: route({
    method: "POST",
    path: "/api/admin/bulk-edits/:bulkId/undo",
    access: "employee",
    summary: "Undoes a bulk edit in the background",
    changes: ["bulk-edit", "publication", "book"],
    errors: ["conflict"],
    params: bulkParams,
    response: BulkEdit,
  }),
};
