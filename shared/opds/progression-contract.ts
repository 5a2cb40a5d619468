import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Fraction, Instant, rawText } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { opdsMediaTypes } from "./contract.ts";

/**
 * A position as apps exchange it (OPDS Progression 1.0, draft of 2026). Apps may send more than the draft
 * has.
 */
export const Progression = z.object({
  /** Where it is, for people. */
  title: z.optional(rawText(500)),
  modified: Instant,
  device: z.object({
    /** A URI. */
    id: rawText(500).check(z.minLength(1)),
    name: rawText(200).check(z.minLength(1)),
  }),
  /** Of the whole publication. */
  progression: Fraction,
  /** URI references: `#t=seconds`, `#epubcfi(…)`, `path#:~:text=words`, the most exact first. */
  references: z.optional(z.array(rawText(2_000)).check(z.maxLength(20))),
});
export type Progression = z.infer<typeof Progression>;

const shared = {
  path: "/opds/books/:bookId/progression",
  access: "reader",
  scope: "sync",
  mediaType: opdsMediaTypes.progression,
  params: z.strictObject({ bookId: BookId }),
} as const;

export const progressionContract = {
  /** An empty reply before the first position. */
  getProgression: route({
    ...shared,
    method: "GET",
    summary: "The user's position in a book (OPDS Progression 1.0)",
    reads: ["position"],
    response: z.nullable(Progression),
  }),

  /** The reply is the position that holds now: the latest one, which another device may have sent. */
  saveProgression: route({
    ...shared,
    method: "PUT",
    summary: "Saves the user's position in a book (OPDS Progression 1.0)",
    changes: ["position"],
    isAnnouncedByService: true,
    body: Progression,
    response: z.nullable(Progression),
  }),
};
