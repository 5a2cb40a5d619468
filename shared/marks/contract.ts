import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";
import { Mark, MarkChangeId } from "./mark.ts";

/** Maximum number of changes per request. */
export const maxChangesPerRequest = 100;

/** A mark as the server stores it, with its note as nodes. */
export const SavedMark = z.object({ ...Mark.shape, content: RichText });
export type SavedMark = z.infer<typeof SavedMark>;

/**
 * `invalid`: not a change; `not_found`: an unknown mark without an anchor, or a hidden book; `too_many`: the
 * account has its largest number of marks.
 */
export const MarkRefusal = z.enum(["invalid", "not_found", "too_many"]);
export type MarkRefusal = z.infer<typeof MarkRefusal>;

export const marksContract = {
  /** Changes are parsed one by one: a refused one does not affect others. */
  saveMarks: route({
    method: "POST",
    path: "/api/marks/changes",
    access: "reader",
    scope: "sync",
    summary: "Creates, changes and deletes marks; sending a change again is harmless",
    changes: ["mark"],
    body: z.strictObject({
      changes: z.array(z.unknown()).check(z.maxLength(maxChangesPerRequest)),
      /** The device's current time; changes of a clock that is ahead are corrected with it. */
      sentAt: z.optional(Instant),
      reader: z.optional(UserId),
    }),
    response: z.object({
      accepted: z.array(MarkChangeId),
      refused: z.array(z.object({ id: z.string(), reason: MarkRefusal })),
      /** The changed marks after all changes. */
      marks: z.array(SavedMark),
    }),
  }),

  /** Also deleted marks, so that other devices remove them. Oldest change first. */
  listMarksOfBook: route({
    method: "GET",
    path: "/api/books/:bookId/marks",
    access: "reader",
    scope: "sync",
    summary: "The user's marks in a book that changed after a version",
    reads: ["mark"],
    params: z.strictObject({ bookId: BookId }),
    query: z.strictObject({ since: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
    response: z.object({
      marks: z.array(SavedMark),
      /** For the next call. */
      version: z.int(),
      /**
       * Of all the user's marks. Below a version that a device already has, the server was restored to an older
       * backup. Absent in replies that a device stored before this field existed.
       */
      newestVersion: z.optional(z.int()),
      hasMore: z.boolean(),
    }),
  }),
};
