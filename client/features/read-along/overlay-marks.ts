import type { Seconds } from "#shared/api/schemas.ts";
import { findLastIndexWhere } from "#shared/positions/sentence-times.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";

/** The publisher's highlight at a time in a chapter, with its progress; null without one. */
export function findOverlayMark(
  time: Seconds,
  marks: readonly OverlayMark[],
): { readonly mark: OverlayMark; readonly fraction: number } | null {
  const mark = marks[findLastIndexWhere(marks, ([, , start]) => start <= time + clockSlack)];
  if (!mark) return null;
  const [, , start, end] = mark;
  if (time >= end) return null;
  return { mark, fraction: end > start ? Math.min(1, Math.max(0, (time - start) / (end - start))) : 0 };
}

const clockSlack: Seconds = 0.005;
