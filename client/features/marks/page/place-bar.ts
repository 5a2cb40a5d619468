export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Placing {
  /** The visible lines that must stay readable. */
  readonly lines: readonly Box[];
  readonly bar: Size;
  readonly area: Box;
  /** Below comes first, where the hand and not the system's own menu is. */
  readonly isTouch: boolean;
}

const gap = 8;
/** Room for the handles of a selection. */
const touchGap = 28;

/** Where a bar stands beside a passage without covering it; at the bottom when the passage fills the area. */
export function placeBar({ lines, bar, area, isTouch }: Placing): {
  readonly left: number;
  readonly top: number;
} {
  const passage = getBounds(lines);
  const clampLeft = (left: number) => Math.max(area.left + gap, Math.min(left, area.right - bar.width - gap));
  const clampTop = (top: number) => Math.max(area.top + gap, Math.min(top, area.bottom - bar.height - gap));
  const middle = clampLeft((passage.left + passage.right - bar.width) / 2);
  const center = clampTop((passage.top + passage.bottom - bar.height) / 2);
  const below = { left: middle, top: passage.bottom + (isTouch ? touchGap : gap) };
  const above = { left: middle, top: passage.top - bar.height - (isTouch ? touchGap : gap) };
  const candidates = [
    ...(isTouch ? [below, above] : [above, below]),
    { left: passage.left - bar.width - gap, top: center },
    { left: passage.right + gap, top: center },
  ];
  const fits = ({ left, top }: { readonly left: number; readonly top: number }) =>
    left >= area.left &&
    top >= area.top &&
    left + bar.width <= area.right &&
    top + bar.height <= area.bottom &&
    !lines.some((line) => overlaps(line, { left, top, right: left + bar.width, bottom: top + bar.height }));
  return candidates.find(fits) ?? { left: middle, top: area.bottom - bar.height - gap };
}

function getBounds(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
