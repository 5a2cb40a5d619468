import type { Seconds } from "#shared/api/schemas.ts";
import { maxClip } from "#shared/marks/mark.ts";
import type { AudibleSentence } from "#shared/positions/sentence-times.ts";

export interface ClipRange {
  readonly from: Seconds;
  readonly to: Seconds;
}

const defaultLength: Seconds = 30;
const minLength: Seconds = 1;

/** The last 30 seconds, from the start to the end of a sentence when text and audio are aligned. */
export function getLastSeconds(
  now: Seconds,
  duration: Seconds,
  sentences: readonly AudibleSentence[],
): ClipRange {
  const from = Math.max(0, now - defaultLength);
  const first = sentences.findLast(([, start]) => start <= from);
  const last = sentences.find(([, start, end]) => start <= now && end >= now);
  return limit({ from: first?.[1] ?? from, to: Math.max(last?.[2] ?? now, minLength) }, "to", duration);
}

/** Moves an edge by seconds; the other stays. */
export function moveEdge(range: ClipRange, edge: keyof ClipRange, by: Seconds, duration: Seconds): ClipRange {
  return limit({ ...range, [edge]: range[edge] + by }, edge, duration);
}

/** Moves an edge to the next boundary of a sentence: starts for the start, ends for the end. */
export function moveToSentence(
  range: ClipRange,
  edge: keyof ClipRange,
  direction: 1 | -1,
  { sentences, duration }: { readonly sentences: readonly AudibleSentence[]; readonly duration: Seconds },
): ClipRange {
  const boundaries = sentences.map((sentence) => sentence[edge === "from" ? 1 : 2]);
  const margin = 0.05;
  const found =
    direction > 0
      ? boundaries.find((at) => at > range[edge] + margin)
      : boundaries.findLast((at) => at < range[edge] - margin);
  return found === undefined ? range : limit({ ...range, [edge]: found }, edge, duration);
}

/** Keeps the moved edge in the chapter and the length allowed. */
function limit({ from, to }: ClipRange, moved: keyof ClipRange, duration: Seconds): ClipRange {
  if (moved === "from") {
    return { from: Math.min(Math.max(from, to - maxClip, 0), Math.max(0, to - minLength)), to };
  }
  return { from, to: Math.max(Math.min(to, from + maxClip, duration), Math.min(from + minLength, duration)) };
}
