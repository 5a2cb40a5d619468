import * as z from "zod/mini";
import { Fraction, Instant, line, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const EventId = z.uuid().brand<"EventId">();
export type EventId = z.infer<typeof EventId>;

/** A sentence of a book's text: `s<spine index>-<number>`, as `shared/reader/sentences.ts` counts them. */
export const SentenceId = z.string().check(z.regex(/^s\d{1,5}-\d{1,6}$/));
export type SentenceId = z.infer<typeof SentenceId>;

/**
 * A position in a book. Text sets `cfi` and `sentence`, audio sets `chapter` and `offset`, read-along sets
 * `sentence`, `chapter` and `offset`; all set `fraction`.
 */
export const Locator = z.strictObject({
  /** An EPUB CFI. */
  cfi: z.optional(
    z.string().check(z.minLength(1), z.maxLength(1024), z.regex(/^epubcfi\([^\p{Cc}\p{Cs}]*\)$/u)),
  ),
  sentence: z.optional(SentenceId),
  /** A chapter number of the playlist. */
  chapter: z.optional(z.int().check(z.positive())),
  /** From the start of that chapter. */
  offset: z.optional(Seconds),
  /** Of the whole book in the format used: of the audio when `chapter` is set. */
  fraction: Fraction,
});
export type Locator = z.infer<typeof Locator>;

/** One report of where a reader is. A device makes its id, so that sending it twice does no harm. */
export const PositionEvent = z.strictObject({
  id: EventId,
  bookId: BookId,
  place: Locator,
  /** The device's time; the server reads a later one than its own as now. */
  at: Instant,
  /** Such as "Chrome on Android". */
  device: line(80).check(z.regex(/^\P{Cs}*$/u)),
  /** The reader moved here on purpose: a page turned, a seek, a play. */
  deliberate: z.boolean(),
  /** Allows a fall below 1 %, which is otherwise taken for an error of the device. */
  reset: z.optional(z.boolean()),
});
export type PositionEvent = z.infer<typeof PositionEvent>;

export const Position = z.object({
  bookId: BookId,
  place: Locator,
  at: Instant,
  device: z.string(),
  deliberate: z.boolean(),
});
export type Position = z.infer<typeof Position>;
