export interface SpreadPage {
  readonly documentIndex: number;
  /** `left`, `right` or `center`, when specified. */
  readonly side?: string | undefined;
  readonly isAlone: boolean;
}

export type Spread = readonly [first: number, second?: number];

/**
 * Pairs fixed-layout pages into spreads. Missing pages in between end a pair.
 *
 * @param isRightToLeft the first page of a pair is on the right
 */
export function computeSpreads(pages: readonly SpreadPage[], isRightToLeft: boolean): Spread[] {
  const [firstSide, secondSide] = isRightToLeft ? ["right", "left"] : ["left", "right"];
  const spreads: Spread[] = [];
  let pendingIndex: number | null = null;

  for (const { documentIndex, side, isAlone } of pages) {
    const isPaired = !isAlone && side !== "center";
    if (isPaired && side !== firstSide && pendingIndex === documentIndex - 1) {
      spreads.splice(-1, 1, [pendingIndex, documentIndex]);
      pendingIndex = null;
    } else {
      spreads.push([documentIndex]);
      pendingIndex = isPaired && side !== secondSide ? documentIndex : null;
    }
  }
  return spreads;
}
