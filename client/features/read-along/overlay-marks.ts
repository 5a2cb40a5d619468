import type { Seconds } from "#shared/api/schemas.ts";
import { lastIndexWhere } from "#shared/positions/sentence-times.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";

/** What a book marks itself at a time in a chapter, and how much of it was heard; null where it marks nothing. */
export function findOverlayMark(
  time: Seconds,
  marks: readonly OverlayMark[],
): { readonly mark: OverlayMark; readonly share: number } | null {
  const mark = marks[lastIndexWhere(marks, ([, , start]) => start <= time + clockSlack)];
  if (!mark) return null;
  const [, , start, end] = mark;
  if (time >= end) return null;
  return { mark, share: end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 0 };
}

/** A clock that was sent to a mark's start may say a hair less. */
const clockSlack: Seconds = 0.005;
