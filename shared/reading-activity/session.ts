import * as z from "zod/mini";
import { Fraction, Instant, line, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { Day, Zone } from "./time-zone.ts";

export const SessionId = z.uuid().brand<"SessionId">();
export type SessionId = z.infer<typeof SessionId>;

export const SessionKind = z.enum(["reading", "listening", "speech", "readAlong"]);
export type SessionKind = z.infer<typeof SessionKind>;

export type TotalKind = "minutes" | "pages" | "streak";

export const minSessionMs = 3_000;
export const maxSessionMs = 24 * 3_600_000;
/** How long inactivity counts after the last activity. */
export const idleTimeoutMs = 120_000;
export const maxWordsPerMinute = 1_000;

/** A session measured by a device. It is sent again as it grows: the same id, a later end. */
export const RecordedSession = z.strictObject({
  id: SessionId,
  bookId: BookId,
  kind: SessionKind,
  startedAt: Instant,
  endedAt: Instant,
  zone: Zone,
  device: line(80),
  from: z.optional(Fraction),
  to: z.optional(Fraction),
  /** Fraction of the book that was paged through; above 1 when read again. */
  read: z.optional(z.number().check(z.gte(0), z.lte(10))),
  chapters: z.optional(z.int().check(z.gte(0), z.lte(500))),
});
export type RecordedSession = z.infer<typeof RecordedSession>;

/** Maximum number of pages per session. */
const Pages = z.number().check(z.gte(0), z.lte(5_000));

/** A manual session, for example of a paper book: a book of the library or a title. */
export const ManualSession = z.strictObject({
  kind: SessionKind,
  bookId: z.optional(BookId),
  title: z.optional(line(300)),
  startedAt: Instant,
  endedAt: Instant,
  zone: Zone,
  pages: z.optional(Pages),
});
export type ManualSession = z.infer<typeof ManualSession>;

export const SessionChange = z.strictObject({
  startedAt: z.optional(Instant),
  endedAt: z.optional(Instant),
  pages: z.optional(Pages),
});
export type SessionChange = z.infer<typeof SessionChange>;

/** A session for its owner. */
export const ReadingSession = z.object({
  id: SessionId,
  kind: SessionKind,
  bookId: z.nullable(BookId),
  title: z.string(),
  startedAt: Instant,
  endedAt: Instant,
  zone: Zone,
  /** The reader's calendar day at its start. */
  day: Day,
  seconds: Seconds,
  pages: z.number(),
  device: z.string(),
  isManual: z.boolean(),
  isEdited: z.boolean(),
  /** The measured amount before an edit, which cannot exceed it; null for manual sessions. */
  recorded: z.nullable(z.object({ startedAt: Instant, endedAt: Instant, pages: z.number() })),
});
export type ReadingSession = z.infer<typeof ReadingSession>;
