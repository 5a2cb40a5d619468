import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import { Cursor, JobResult, line, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { CommunityId } from "#shared/community/community.ts";
import { MarkId } from "./mark.ts";
import { MarginCommunity, SharedMark, SharedMarkId, SharedMarkState } from "./shared-mark.ts";

export const maxMarginPage = 500;

/** A community with which a mark is shared or can be shared. */
export const MarkShare = z.object({
  communityId: CommunityId,
  name: z.string(),
  /** Null when the mark is not shared. */
  state: z.nullable(SharedMarkState),
  removedReason: z.string(),
});
export type MarkShare = z.infer<typeof MarkShare>;

const inBook = z.strictObject({ bookId: BookId });
const shareParams = z.strictObject({ markId: MarkId, communityId: CommunityId });

export const marginContract = {
  listMargin: route({
    method: "GET",
    path: "/api/books/:bookId/margin",
    access: "reader",
    summary:
      "Marks that members of the user's communities share, by place; those ahead of the user are counted",
    reads: ["margin", "mark", "community", "person", "relation"],
    params: inBook,
    query: z.strictObject({ limit: queryInt(1, maxMarginPage), cursor: z.optional(Cursor) }),
    rows: "marks",
    response: z.object({
      marks: z.array(SharedMark),
      communities: z.array(MarginCommunity),
      nextCursor: z.nullable(Cursor),
    }),
  }),

  listMarkShares: route({
    method: "GET",
    path: "/api/marks/:markId/shares",
    access: "reader",
    summary: "The user's communities that read the book of an own mark, and whether it is shared with them",
    reads: ["margin", "community"],
    params: z.strictObject({ markId: MarkId }),
    response: z.array(MarkShare),
  }),

  shareMark: route({
    method: "PUT",
    path: "/api/marks/:markId/shares/:communityId",
    access: "reader",
    budget: "share",
    summary: "Shows an own mark to the members of a community who have read as far, with later changes of it",
    changes: ["margin"],
    errors: ["conflict", "email_unverified"],
    params: shareParams,
    response: z.object({ state: SharedMarkState }),
  }),

  unshareMark: route({
    method: "DELETE",
    path: "/api/marks/:markId/shares/:communityId",
    access: "reader",
    summary: "Stops sharing an own mark with a community",
    changes: ["margin"],
    params: shareParams,
    response: JobResult,
  }),

  moderateSharedMark: route({
    method: "PUT",
    path: "/api/shared-marks/:sharedMarkId/state",
    access: "reader",
    summary:
      "Removes a mark from the margin with a reason, restores it, or approves a held one; for moderators",
    changes: ["margin"],
    params: z.strictObject({ sharedMarkId: SharedMarkId }),
    body: z.strictObject({ state: z.enum(["shown", "removed"]), reason: z.optional(line(300)) }),
    response: JobResult,
  }),
};

export const MarginFormat = z.enum(["markdown", "csv", "json"]);
export type MarginFormat = z.infer<typeof MarginFormat>;

export const marginStreams = {
  exportMargin: stream({
    method: "GET",
    path: "/api/books/:bookId/margin/export",
    access: "reader",
    summary: "The marks in the margin of a book that the user may see, as a file",
    errors: ["not_found"],
    budget: "import",
    produces: "*/*",
    params: inBook,
    query: z.strictObject({ format: MarginFormat, language: z.optional(z.enum(languages)) }),
  }),
};
