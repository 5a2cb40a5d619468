import { expect, test } from "vitest";
import { WheelTurner } from "./wheel.ts";

test("one touchpad swipe is one page, however long its momentum", () => {
  const wheel = new WheelTurner();
  const turns = Array.from({ length: 40 }, (_, n) => wheel.onWheel(30, n * 16, null));
  expect(turns.filter(Boolean)).toEqual([1]);
});

test("after a pause the next swipe turns again", () => {
  const wheel = new WheelTurner();
  expect(wheel.onWheel(120, 0, null)).toBe(1);
  expect(wheel.onWheel(120, 1000, null)).toBe(1);
  expect(wheel.onWheel(-120, 2000, null)).toBe(-1);
});

test("a change of direction counts again", () => {
  const wheel = new WheelTurner();
  expect(wheel.onWheel(40, 0, null)).toBe(0);
  expect(wheel.onWheel(-40, 20, null)).toBe(0);
  expect(wheel.onWheel(-40, 40, null)).toBe(-1);
});

test("scrolled text continues past its edge by one wheel notch or the rest of a swipe", () => {
  const wheel = new WheelTurner();
  expect(wheel.onWheel(900, 0, false)).toBe(0);
  expect(wheel.onWheel(100, 1000, true)).toBe(1);
  expect(wheel.onWheel(30, 2000, false)).toBe(0);
  const turns = Array.from({ length: 20 }, (_, n) => wheel.onWheel(30, 2016 + n * 16, true));
  expect(turns.filter(Boolean)).toEqual([1]);
});
