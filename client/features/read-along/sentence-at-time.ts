import type { Seconds } from "#shared/api/schemas.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { type AudibleSentence, findIndexAt } from "#shared/positions/sentence-times.ts";

export interface PlayingSentence {
  readonly sentence: SentenceId;
  /** 0 to 1, assuming constant speed per character. */
  readonly fraction: number;
}

const maxPause: Seconds = 2.5;

const lingerSeconds: Seconds = 0.8;

/** The sentence at a time in a chapter; null where unaligned or uncertain. */
export function findSentenceAtTime(
  time: Seconds,
  audibleSentences: readonly AudibleSentence[],
  chapterEnd: Seconds = Number.POSITIVE_INFINITY,
): PlayingSentence | null {
  const index = findIndexAt(time, audibleSentences);
  const found = audibleSentences[index];
  if (!found) return null;
  const [sentence, start, end] = found;
  if (time < end) return { sentence, fraction: Math.min(1, Math.max(0, (time - start) / (end - start))) };
  const next = audibleSentences[index + 1]?.[1] ?? chapterEnd;
  const isWithinPause = next - end <= maxPause || time < end + lingerSeconds;
  return isWithinPause ? { sentence, fraction: 1 } : null;
}

const minUnaligned: Seconds = 8;

export function isUnaligned(
  time: Seconds,
  audibleSentences: readonly AudibleSentence[],
  chapterEnd: Seconds = Number.POSITIVE_INFINITY,
): boolean {
  if (audibleSentences.length === 0) return true;
  const index = findIndexAt(time, audibleSentences);
  const [from, to] = [audibleSentences[index]?.[2] ?? 0, audibleSentences[index + 1]?.[1] ?? chapterEnd];
  return time > from && to - from >= minUnaligned;
}
