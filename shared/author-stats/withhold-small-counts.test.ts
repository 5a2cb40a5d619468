import { expect, test } from "vitest";
import { withholdSmallCounts } from "./withhold-small-counts.ts";

test("counts under ten are withheld, and a second one when the difference would reveal it", () => {
  expect(withholdSmallCounts([10, 25])).toEqual([10, 25]);
  expect(withholdSmallCounts([9, 25, 40])).toEqual([null, null, 40]);
  expect(withholdSmallCounts([9, 25, 3])).toEqual([null, 25, null]);
  expect(withholdSmallCounts([4])).toEqual([null]);
  expect(withholdSmallCounts([])).toEqual([]);
});
