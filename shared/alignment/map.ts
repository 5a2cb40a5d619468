import * as z from "zod/mini";
import { Fraction, Instant, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** The origin of a chapter's times; `manual` once a sentence was set manually. */
export const SyncSource = z.enum(["overlay", "aligned", "narrated", "manual"]);
export type SyncSource = z.infer<typeof SyncSource>;

/**
 * The precision of a chapter's alignment. `chapter` aligns only both ends: the map has no sentences and
 * nothing is highlighted.
 */
export const SyncLevel = z.enum(["sentence", "chapter"]);
export type SyncLevel = z.infer<typeof SyncLevel>;

export const minConfidence = 0.5;

export const SyncedChapter = z.object({
  chapterNumber: z.int(),
  title: z.string(),
  source: SyncSource,
  level: SyncLevel,
  version: z.string(),
  confidence: Fraction,
  /** The aligned part of the text, inclusive; null for none. */
  sentences: z.nullable(z.tuple([SentenceId, SentenceId])),
});
export type SyncedChapter = z.infer<typeof SyncedChapter>;

export const LowConfidenceSpan = z.object({
  /** `not-in-text`: spoken but not written; `not-narrated`: written but not spoken; `unclear`: unknown. */
  kind: z.enum(["not-in-text", "not-narrated", "unclear"]),
  start: Seconds,
  end: Seconds,
  /** The first and the last sentence; null for stretches that are not in the text. */
  sentences: z.nullable(z.tuple([SentenceId, SentenceId])),
  confidence: Fraction,
});
export type LowConfidenceSpan = z.infer<typeof LowConfidenceSpan>;

export const Anchor = z.object({
  sentence: SentenceId,
  chapterNumber: z.int().check(z.positive()),
  /** Seconds from the chapter's start. */
  at: Seconds,
  setAt: Instant,
});
export type Anchor = z.infer<typeof Anchor>;

/** A sentence in the editor, including those with a guessed time. */
export const EditableSentence = z.object({
  id: SentenceId,
  text: z.string(),
  /** Null without a guess. */
  start: z.nullable(Seconds),
  end: z.nullable(Seconds),
  /** Below `minConfidence` it is not highlighted. */
  confidence: Fraction,
  isAnchored: z.boolean(),
});
export type EditableSentence = z.infer<typeof EditableSentence>;

export const SyncState = z.object({
  bookId: BookId,
  chapters: z.array(SyncedChapter),
  /**
   * Whether the caller may start the alignment, see low-confidence spans and set anchors: the book's author and
   * staff.
   */
  canEdit: z.boolean(),
});
export type SyncState = z.infer<typeof SyncState>;
