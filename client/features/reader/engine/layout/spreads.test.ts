import { expect, test } from "vitest";
import { computeSpreads, type Spread } from "./spreads.ts";

/** One character per page: `-` without a spread property, `|` alone, `_` reflowable. */
function pairPages(sides: string, isRightToLeft = false): Spread[] {
  const pages = sides.split(" ").flatMap((side, sectionIndex) => {
    if (side === "_") return [];
    return [{ documentIndex: sectionIndex, side: side.length > 1 ? side : undefined, isAlone: side === "|" }];
  });
  return computeSpreads(pages, isRightToLeft);
}

test.each<readonly [string, Spread[]]>([
  ["| - - - -", [[0], [1, 2], [3, 4]]],
  [
    "left right left right",
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ["right left right left", [[0], [1, 2], [3]]],
  ["- center - -", [[0], [1], [2, 3]]],
  ["- left right", [[0], [1, 2]]],
  ["- _ - -", [[0], [2, 3]]],
  ["| | |", [[0], [1], [2]]],
])("spreads follow the spread properties of the book: %s", (sides, spreads) => {
  expect(pairPages(sides)).toEqual(spreads);
});

test("in a right-to-left book the right page comes first", () => {
  expect(pairPages("right left right left", true)).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(pairPages("left right left", true)).toEqual([[0], [1, 2]]);
});
