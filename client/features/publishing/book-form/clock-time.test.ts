import { expect, test } from "vitest";
import { formatClockTime, parseClockTime } from "./clock-time.ts";

test.each([
  [0, "0:00"],
  [5.25, "0:05.3"],
  [63, "1:03"],
  [3723.5, "1:02:03.5"],
  [36_000, "10:00:00"],
])("%d seconds is %s", (seconds, text) => {
  expect(formatClockTime(seconds)).toBe(text);
  expect(parseClockTime(text)).toBeCloseTo(seconds, 1);
});

test("seconds are accepted; words, four parts and signs are not", () => {
  expect(parseClockTime(" 75 ")).toBe(75);
  for (const text of ["", "a", "1:2:3:4", "-5", "1:-2", "1:"]) expect(parseClockTime(text)).toBeNull();
});
