import type { Seconds } from "#shared/api/schemas.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { type AudibleSentence, indexAt } from "#shared/positions/sentence-times.ts";

/** What is being spoken. */
export interface PlayingSentence {
  readonly sentence: SentenceId;
  /** How much of it was spoken, 0 to 1, as far as its letters go by evenly. */
  readonly share: number;
}

/** A silence as between two paragraphs: the sentence before it stays marked. More is a stretch nobody knows. */
const breath: Seconds = 2.5;

/** What was last known stays marked so long when something unknown follows. */
const lingerMs: Seconds = 0.8;

/**
 * The sentence that sounds at a time in a chapter; null where none is known, as in a stretch that is heard but not
 * written, or whose times are doubtful.
 */
export function sentenceAtTime(
  time: Seconds,
  heard: readonly AudibleSentence[],
  chapterEnd: Seconds = Number.POSITIVE_INFINITY,
): PlayingSentence | null {
  const index = indexAt(time, heard);
  const found = heard[index];
  if (!found) return null;
  const [sentence, start, end] = found;
  if (time < end) return { sentence, share: Math.min(1, Math.max(0, (time - start) / (end - start))) };
  const next = heard[index + 1]?.[1] ?? chapterEnd;
  const isStored = next - end <= breath || time < end + lingerMs;
  return isStored ? { sentence, share: 1 } : null;
}

/** A stretch without a known sentence is told of from this length on; a title, a breath or a chime is shorter. */
const noticeable: Seconds = 8;

/** Whether a time lies in a stretch of the chapter where long nothing is known of the text. */
export function isUnaligned(
  time: Seconds,
  heard: readonly AudibleSentence[],
  chapterEnd: Seconds = Number.POSITIVE_INFINITY,
): boolean {
  if (heard.length === 0) return true;
  const index = indexAt(time, heard);
  const [from, to] = [heard[index]?.[2] ?? 0, heard[index + 1]?.[1] ?? chapterEnd];
  return time > from && to - from >= noticeable;
}
