import * as z from "zod/mini";
import { Fraction, Instant } from "#shared/api/schemas.ts";

/**
 * `queued` and `running` continue automatically, also after a crash; the other four are final and can be
 * restarted. `refused`: the book or the installation is the reason. `failed`: an internal error.
 */
export const AlignmentState = z.enum(["queued", "running", "done", "failed", "refused", "cancelled"]);
export type AlignmentState = z.infer<typeof AlignmentState>;

/** The stage while `running`. */
export const AlignmentStage = z.enum(["synthesizing", "aligning"]);
export type AlignmentStage = z.infer<typeof AlignmentStage>;

/**
 * The reason of a rejection or failure.
 * - `missing-tools`: see `tools`;
 * - `language`: espeak-ng has no voice; `about` is the tag;
 * - `no-text`, `no-speech`: nothing to align;
 * - `too-little-audio`, `too-much-audio`: text and audio do not belong together.
 */
export const AlignmentReason = z.enum([
  "missing-tools",
  "language",
  "no-text",
  "no-speech",
  "too-little-audio",
  "too-much-audio",
  "not-the-same",
  "unreadable-audio",
  "lost-file",
  "unexpected",
]);
export type AlignmentReason = z.infer<typeof AlignmentReason>;

export const Alignment = z.object({
  state: AlignmentState,
  /** Null unless running. */
  stage: z.nullable(AlignmentStage),
  progress: Fraction,
  chaptersDone: z.int(),
  chapterCount: z.int(),
  /** Null unless refused or failed. */
  reason: z.nullable(AlignmentReason),
  about: z.string(),
  requestedAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
});
export type Alignment = z.infer<typeof Alignment>;

/** External programs that it needs. */
export const AlignmentProgram = z.enum(["ffmpeg", "espeak-ng"]);
export type AlignmentProgram = z.infer<typeof AlignmentProgram>;

export const AlignmentTools = z.object({
  missing: z.array(AlignmentProgram),
  install: z.array(z.object({ platform: z.string(), command: z.string() })),
});
export type AlignmentTools = z.infer<typeof AlignmentTools>;
