import * as z from "zod/mini";
import { Fraction, Instant, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** Where a chapter's times come from; `manual` as soon as a person has set one of them by ear. */
export const SyncSource = z.enum(["overlay", "aligned", "narrated", "manual"]);
export type SyncSource = z.infer<typeof SyncSource>;

/**
 * How finely text and sound of a chapter are in step. At `chapter` only the two ends are known: the map then has no
 * sentences at all, and no sentence is ever highlighted.
 */
export const SyncLevel = z.enum(["sentence", "chapter"]);
export type SyncLevel = z.infer<typeof SyncLevel>;

/**
 * The confidence from which a sentence's time counts as known. A map that is handed out holds no sentence below it:
 * those are left out, and told to the book's author and employees as doubtful stretches.
 */
export const minConfidence = 0.5;

/** A chapter of the sound, and how it is in step with the text. */
export const SyncedChapter = z.object({
  chapterNumber: z.int(),
  title: z.string(),
  source: SyncSource,
  level: SyncLevel,
  /** Of the map's content: another map has another version. */
  version: z.string(),
  /** The share of its text whose times are known. */
  confidence: Fraction,
  /** The part of the text that is heard in it, both ends included; null when it is nothing of the text. */
  sentences: z.nullable(z.tuple([SentenceId, SentenceId])),
});
export type SyncedChapter = z.infer<typeof SyncedChapter>;

/** A part of a chapter whose times are not known, in the order of the sound. */
export const LowConfidenceSpan = z.object({
  /** `not-in-text`: heard, but not written; `not-narrated`: written, but not heard; `unclear`: not to be told. */
  kind: z.enum(["not-in-text", "not-narrated", "unclear"]),
  /** From the chapter's start. Of what is not heard both are the time at which it is left out. */
  start: Seconds,
  end: Seconds,
  /** The first and the last sentence of it; null for what is not in the text. */
  sentences: z.nullable(z.tuple([SentenceId, SentenceId])),
  confidence: Fraction,
});
export type LowConfidenceSpan = z.infer<typeof LowConfidenceSpan>;

/** When a sentence begins, as a person has heard it. The times between two anchors are found anew by the aligner. */
export const Anchor = z.object({
  sentence: SentenceId,
  chapterNumber: z.int().check(z.positive()),
  /** From the chapter's start. */
  at: Seconds,
  setAt: Instant,
});
export type Anchor = z.infer<typeof Anchor>;

/** A sentence as who tends the map sees it: also one whose time is only guessed. */
export const EditableSentence = z.object({
  id: SentenceId,
  text: z.string(),
  /** Null where there is not even a guess. */
  start: z.nullable(Seconds),
  end: z.nullable(Seconds),
  /** Below `leastConfidence` it is highlighted nowhere. */
  confidence: Fraction,
  isAnchored: z.boolean(),
});
export type EditableSentence = z.infer<typeof EditableSentence>;

/** How far a book's text and sound are in step. */
export const SyncState = z.object({
  bookId: BookId,
  /** Those that have a map. */
  chapters: z.array(SyncedChapter),
  /** The caller may start the aligner, see doubtful stretches and set anchors: the book's author, or an employee. */
  mayTend: z.boolean(),
});
export type SyncState = z.infer<typeof SyncState>;
