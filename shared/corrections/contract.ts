import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, prose, queryInt } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** Reports of one reader in 24 hours. */
export const maxReportsPerDay = 10;

/** Decided together at most. */
export const maxDecided = 200;

export const CorrectionState = z.enum(["open", "accepted", "declined"]);
export type CorrectionState = z.infer<typeof CorrectionState>;

/** A mistake in a book that a reader reported. Its reader is not named. */
export const Correction = z.object({
  id: z.uuid(),
  bookId: BookId,
  title: z.string(),
  sentence: SentenceId,
  /** The selected text. */
  quote: z.string(),
  /** The sentence at the time of the report. */
  text: z.string(),
  message: z.string(),
  state: CorrectionState,
  answer: z.string(),
  createdAt: Instant,
});
export type Correction = z.infer<typeof Correction>;

export const correctionsContract = {
  reportMistake: route({
    method: "POST",
    path: "/api/books/:bookId/corrections",
    access: "reader",
    budget: "report",
    summary: "Reports a mistake in a sentence",
    changes: ["correction"],
    params: z.strictObject({ bookId: BookId }),
    body: z.strictObject({
      sentence: SentenceId,
      quote: z.optional(prose(500)),
      message: prose(1000).check(z.minLength(3)),
    }),
    response: JobResult,
  }),

  /** Authors get those of their own books, staff all. */
  listCorrections: route({
    method: "GET",
    path: "/api/publishing/corrections",
    access: "publisher",
    summary: "Reported mistakes, oldest open first",
    reads: ["correction"],
    query: z.strictObject({
      state: z.optional(CorrectionState),
      bookId: z.optional(BookId),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "corrections",
    response: z.object({ corrections: z.array(Correction), nextCursor: z.nullable(Cursor) }),
  }),

  /** Accepted ones are added to the notes of the book's next revision. The readers are notified. */
  decideCorrections: route({
    method: "POST",
    path: "/api/publishing/corrections/decisions",
    access: "publisher",
    summary: "Accepts or declines reported mistakes",
    changes: ["correction", "publication"],
    errors: ["conflict"],
    body: z.strictObject({
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxDecided)),
      decision: z.enum(["accepted", "declined"]),
      answer: z.optional(prose(1000)),
    }),
    response: JobResult,
  }),
};
