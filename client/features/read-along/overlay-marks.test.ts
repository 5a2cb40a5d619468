import { describe, expect, test } from "vitest";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { findOverlayMark } from "./overlay-marks.ts";

const makeMark = (id: string, start: number, end: number): OverlayMark => [0, id, start, end, ""];
const marks = [makeMark("f1", 1, 3), makeMark("f2", 3, 5), makeMark("f3", 8, 10)];

describe("media overlay marks", () => {
  test.each([
    [1, "f1", 0],
    [2, "f1", 0.5],
    [2.9999, "f2", 0],
    [4, "f2", 0.5],
    [9.5, "f3", 0.75],
  ])("at %s s is %s, played until %s", (time, id, fraction) => {
    expect(findOverlayMark(time, marks)?.mark[1]).toBe(id);
    expect(findOverlayMark(time, marks)?.fraction).toBeCloseTo(fraction);
  });

  test.each([0.5, 6, 10])("at %s s is nothing", (time) => {
    expect(findOverlayMark(time, marks)).toBeNull();
  });
});
