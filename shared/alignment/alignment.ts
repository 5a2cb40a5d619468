import * as z from "zod/mini";
import { Fraction, Instant } from "#shared/api/schemas.ts";

/**
 * `queued` and `running` go on by themselves, also after a crash of the server; the other four are ends, from which it
 * may be started again. `refused`: there is a reason in the book or in the installation. `failed`: ours.
 */
export const AlignmentState = z.enum(["queued", "running", "done", "failed", "refused", "cancelled"]);
export type AlignmentState = z.infer<typeof AlignmentState>;

/** The stage while `running`: speaking, aligning, writing. */
export const AlignmentStage = z.enum(["speaking", "aligning", "keeping"]);
export type AlignmentStage = z.infer<typeof AlignmentStage>;

/**
 * The reason of a rejection or failure.
 * - `missing-tools`: see `tools`;
 * - `language`: espeak-ng has no voice; `about` is the tag;
 * - `no-text`, `no-speech`: nothing to align;
 * - `too-little-sound`, `too-much-sound`: text and audio do not belong together.
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

export const Alignment = z.object({
  state: AlignmentState,
  /** Null unless it is running. */
  stage: z.nullable(AlignmentStage),
  progress: Fraction,
  chaptersDone: z.int(),
  chapterCount: z.int(),
  /** Null unless it was refused or has failed. */
  reason: z.nullable(AlignmentReason),
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
  install: z.array(z.object({ platform: z.string(), command: z.string() })),
});
export type AlignmentTools = z.infer<typeof AlignmentTools>;
