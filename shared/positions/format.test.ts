import { expect, test } from "vitest";
import { getPercent, getPositionFormat, isAtEnd } from "./format.ts";
import type { Locator } from "./position.ts";

const locator = (more: Partial<Locator>, fraction = 0.5): Locator => ({ fraction, ...more });

test.each([
  [{}, null],
  [{ cfi: "epubcfi(/6/2)" }, "text"],
  [{ sentence: "1-1" }, "text"],
  [{ chapter: 1 }, "audio"],
  [{ chapter: 1, sentence: "1-1" }, "both"],
  [{ chapter: 1, cfi: "epubcfi(/6/2)" }, "both"],
] as const)("the format of %j is %s", (more, format) => {
  expect(getPositionFormat(locator(more as Partial<Locator>))).toBe(format);
});

test.each([
  ["text at 99 %", {}, 0.99, null, true],
  ["text before", {}, 0.989, null, false],
  ["text beside audio", {}, 0.985, 100, false],
  ["audio with less than ten seconds left", { chapter: 1 }, 0.95, 199, true],
  ["audio with ten seconds left", { chapter: 1 }, 0.5, 20, false],
  ["a long audiobook at 99 %", { chapter: 1 }, 0.99, 36_000, false],
  ["audio without a duration", { chapter: 1 }, 0.99, null, true],
] as const)("%s", (_name, more, fraction, duration, isEnd) => {
  expect(isAtEnd(locator(more as Partial<Locator>, fraction), duration)).toBe(isEnd);
});

test("a percentage has one decimal", () => {
  expect([0, 0.4126, 1].map(getPercent)).toEqual(["0.0", "41.3", "100.0"]);
});
