import * as z from "zod/mini";
import { Fraction, Instant } from "#shared/api/schemas.ts";

/**
 * `queued` and `running` go on by themselves, also after a crash of the server; the other four are ends, from which it
 * may be started again. `refused`: there is a reason in the book or in the installation. `failed`: ours.
 */
export const AlignmentState = z.enum(["queued", "running", "done", "failed", "refused", "cancelled"]);
export type AlignmentState = z.infer<typeof AlignmentState>;

/** What it is at while `running`: a machine speaks the text, chapter after chapter is laid over it, the maps are written. */
export const AlignmentStage = z.enum(["speaking", "aligning", "keeping"]);
export type AlignmentStage = z.infer<typeof AlignmentStage>;

/**
 * Why it was refused or has failed.
 *
 * - `missing-tools`: what is to be installed stands in `tools`;
 * - `language`: espeak-ng has no voice for it; `about` is its tag;
 * - `no-text`, `no-speech`: there are not enough words, or nothing is spoken;
 * - `too-little-sound`, `too-much-sound`: by their lengths alone the two cannot be one book;
 * - `not-the-same`: what is heard is not what is written, or is it in another language;
 * - `unreadable-sound`: ffmpeg cannot read it; `about` is the file's name;
 * - `lost-file`: a file of the book is not in the storage;
 * - `unexpected`: a fault of the server; it stands in the log.
 */
export const AlignmentReason = z.enum([
  "missing-tools",
  "language",
  "no-text",
  "no-speech",
  "too-little-sound",
  "too-much-sound",
  "not-the-same",
  "unreadable-sound",
  "lost-file",
  "unexpected",
]);
export type AlignmentReason = z.infer<typeof AlignmentReason>;

/** The work that puts a book's text and sound in step. */
export const Alignment = z.object({
  state: AlignmentState,
  /** Null unless it is running. */
  stage: z.nullable(AlignmentStage),
  progress: Fraction,
  chaptersDone: z.int(),
  chapterCount: z.int(),
  /** Null unless it was refused or has failed. */
  reason: z.nullable(AlignmentReason),
  /** What the reason is about; empty where there is nothing to name. */
  about: z.string(),
  requestedAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
});
export type Alignment = z.infer<typeof Alignment>;

/** The programs it runs, which are not part of the server. */
export const AlignmentProgram = z.enum(["ffmpeg", "espeak-ng"]);
export type AlignmentProgram = z.infer<typeof AlignmentProgram>;

export const AlignmentTools = z.object({
  missing: z.array(AlignmentProgram),
  /** How what is missing is installed, the server's own platform first; empty when nothing is missing. */
  install: z.array(z.object({ platform: z.string(), command: z.string() })),
});
export type AlignmentTools = z.infer<typeof AlignmentTools>;
