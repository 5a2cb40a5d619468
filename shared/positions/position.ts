import * as z from "zod/mini";
import { Fraction, Instant, line, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const EventId = z.uuid().brand<"EventId">();
export type EventId = z.infer<typeof EventId>;

/** A sentence id: `s<spine index>-<number>`; see `shared/reader/sentences.ts`. */
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
  /** The chapter number in the playlist. */
  chapter: z.optional(z.int().check(z.positive())),
  /** Seconds from the start of that chapter. */
  offset: z.optional(Seconds),
  /** Fraction of the whole book in its format: audio when `chapter` is set. */
  fraction: Fraction,
});
export type Locator = z.infer<typeof Locator>;

/** A position report. The device generates the id, so that sending it twice is harmless. */
export const PositionEvent = z.strictObject({
  id: EventId,
  bookId: BookId,
  locator: Locator,
  /** The device's time; a time in the future counts as now. */
  at: Instant,
  /** Such as "Chrome/Android" (`toDevice`); "Chrome on Android" of earlier versions. */
  device: line(80).check(z.regex(/^\P{Cs}*$/u)),
  /** The reader moved here on purpose: a page turn, a seek, a play. */
  isDeliberate: z.boolean(),
  /** Allows a fall below 1 %, which otherwise counts as a device error. */
  reset: z.optional(z.boolean()),
  /** The content version of the text that the position refers to. */
  version: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
});
export type PositionEvent = z.infer<typeof PositionEvent>;

export const Position = z.object({
  bookId: BookId,
  locator: Locator,
  at: Instant,
  device: z.string(),
  isDeliberate: z.boolean(),
});
export type Position = z.infer<typeof Position>;
