export interface SpreadPage {
  readonly leaf: number;
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
  let waiting: number | null = null;

  for (const { leaf, side, isAlone } of pages) {
    const isPaired = !isAlone && side !== "center";
    if (isPaired && side !== firstSide && waiting === leaf - 1) {
      spreads.splice(-1, 1, [waiting, leaf]);
      waiting = null;
    } else {
      spreads.push([leaf]);
      waiting = isPaired && side !== secondSide ? leaf : null;
    }
  }
  return spreads;
}
