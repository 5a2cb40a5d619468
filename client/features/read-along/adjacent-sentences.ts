import type { Seconds } from "#shared/api/schemas.ts";
import { type AudibleSpan, findIndexAt } from "#shared/positions/sentence-times.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import type { AudioLocation } from "./audio-position.ts";

export interface SyncedAudioChapter {
  readonly chapterNumber: number;
  readonly steps: readonly AudibleSpan[];
}

export function getAdjacentSentences(
  sentences: readonly SyncedSentence[],
  marks: readonly OverlayMark[],
): readonly AudibleSpan[] {
  const isInSentence = (start: Seconds) => {
    const [, , end = start] = sentences[findIndexAt(start, sentences)] ?? [];
    return end > start + tolerance;
  };
  const markSpans = marks.flatMap(([spineIndex, id, start, end, kind]): AudibleSpan[] =>
    kind === "page" || isInSentence(start) ? [] : [[`${spineIndex} ${id}`, start, end]],
  );
  return markSpans.length === 0 ? sentences : [...sentences, ...markSpans].sort(([, a], [, b]) => a - b);
}

/** Tolerance for rounded times. */
const tolerance: Seconds = 0.002;

export function findAdjacentPosition(
  { chapterNumber, time }: AudioLocation,
  chapters: readonly SyncedAudioChapter[],
  direction: 1 | -1,
): AudioLocation | null {
  const at = chapters.findIndex((chapter) => chapter.chapterNumber === chapterNumber);
  const { steps = [] } = chapters[at] ?? {};
  if (steps.length === 0) return null;
  const found = getNeighbour(time, steps, direction);
  if (found) return { chapterNumber, time: found[1] };
  const adjacent = chapters[at + direction];
  if (!adjacent) return direction === 1 ? null : { chapterNumber, time: getStartBefore(time, steps) };
  const step = adjacent.steps.at(direction === 1 ? 0 : -1);
  return { chapterNumber: adjacent.chapterNumber, time: step?.[1] ?? 0 };
}

function getStartBefore(time: Seconds, [first]: readonly AudibleSpan[]): Seconds {
  return first && time >= first[1] ? first[1] : 0;
}

/** Null beyond the first and the last. */
function getNeighbour(time: Seconds, steps: readonly AudibleSpan[], direction: 1 | -1): AudibleSpan | null {
  const index = findIndexAt(time, steps);
  if (direction === 1) return steps[index + 1] ?? null;
  const playing = steps[index];
  const hasEnded = playing !== undefined && time >= playing[2] + longPause;
  return steps[hasEnded ? index : index - 1] ?? null;
}

/** Shorter gaps are pauses between paragraphs. */
const longPause: Seconds = 2.5;
