import { useState } from "react";

/** Up to this number, all chapters are shown. */
const maxAtOnce = 80;
const before = 10;
const step = 100;

interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

function getRange(count: number, current: number): Range {
  if (count <= maxAtOnce) return { from: 0, to: count };
  const from = Math.min(Math.max(0, current - before), count - maxAtOnce);
  return { from, to: from + maxAtOnce };
}

interface ShownChapters extends Range {
  /** Undefined when there are none. */
  readonly showEarlier: (() => void) | undefined;
  readonly showMore: (() => void) | undefined;
}

/** The chapters around the current one: long books have thousands. */
export function useShownChapters(count: number, current: number): ShownChapters {
  const [chosen, setChosen] = useState<Range | null>(null);
  const isUsable = chosen !== null && chosen.to <= count && current >= chosen.from && current < chosen.to;
  const range = isUsable ? chosen : getRange(count, current);
  const { from, to } = range;
  return {
    ...range,
    showEarlier: from > 0 ? () => setChosen({ from: Math.max(0, from - step), to }) : undefined,
    showMore: to < count ? () => setChosen({ from, to: Math.min(count, to + step) }) : undefined,
  };
}
