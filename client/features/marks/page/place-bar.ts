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

interface Place {
  readonly left: number;
  readonly top: number;
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
/** Room for the handles, which hang below a selection. */
const handleGap = 28;
/** Room for the menu of Android and iOS, which lies above a selection, or below it at the top of the window. */
const systemMenuGap = 64;

/**
 * Where a bar stands beside a passage without covering it: around all of it, else around one of its lines, as in
 * a passage from one column to the next. It is at the bottom when the passage fills the area.
 */
export function placeBar({ lines, bar, area, isTouch }: Placing): Place {
  const passage = getBounds(lines);
  const clampLeft = (left: number) => Math.max(area.left + gap, Math.min(left, area.right - bar.width - gap));
  const clampTop = (top: number) => Math.max(area.top + gap, Math.min(top, area.bottom - bar.height - gap));
  const getLeft = ({ left, right }: Box) => clampLeft((left + right - bar.width) / 2);
  const isMenuBelow = passage.top < area.top + systemMenuGap;
  const listAround = (box: Box): Place[] => {
    const [over, under] = isTouch ? getTouchGaps(isMenuBelow) : ([gap, gap] as const);
    const below = { left: getLeft(box), top: box.bottom + under };
    const above = { left: getLeft(box), top: box.top - bar.height - over };
    return isTouch ? [below, above] : [above, below];
  };
  const center = clampTop((passage.top + passage.bottom - bar.height) / 2);
  const candidates = [
    ...listAround(passage),
    { left: passage.left - bar.width - gap, top: center },
    { left: passage.right + gap, top: center },
    ...lines.toReversed().flatMap(listAround),
  ];
  const fits = ({ left, top }: Place) =>
    left >= area.left &&
    top >= area.top &&
    left + bar.width <= area.right &&
    top + bar.height <= area.bottom &&
    !lines.some((line) => overlaps(line, { left, top, right: left + bar.width, bottom: top + bar.height }));
  return candidates.find(fits) ?? { left: getLeft(passage), top: area.bottom - bar.height - gap };
}

const getTouchGaps = (isMenuBelow: boolean): readonly [over: number, under: number] =>
  isMenuBelow ? [gap, handleGap + systemMenuGap] : [systemMenuGap, handleGap];

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
