import { expect, test } from "vitest";
import { type Box, placeBar } from "./place-bar.ts";

const area: Box = { left: 0, top: 0, right: 390, bottom: 800 };
const bar = { width: 300, height: 50 };
const line = (top: number, left = 20, right = 370): Box => ({ left, right, top, bottom: top + 24 });

const place = (lines: readonly Box[], isTouch = false) => placeBar({ lines, bar, area, isTouch });

test("the bar stands above the passage, or below it at the top of the page", () => {
  expect(place([line(400), line(430)])).toEqual({ left: 45, top: 342 });
  expect(place([line(10)])).toEqual({ left: 45, top: 42 });
});

test("by touch it stands below the handles, or above the system's menu at the bottom", () => {
  expect(place([line(400)], true).top).toBe(452);
  expect(place([line(740)], true).top).toBe(626);
});

test("by touch it stands below the system's menu, which is below a passage at the top", () => {
  expect(place([line(20)], true).top).toBe(136);
  expect(place([line(64)], true).top).toBe(116);
});

test("beside a passage of the page's height it stands left or right of it", () => {
  const column = { left: 340, right: 370, top: 5, bottom: 795 };
  expect(place([column]).left).toBe(32);
  expect(place([{ ...column, left: 20, right: 50 }]).left).toBe(58);
});

test("between two columns it stands beside the lines of one of them", () => {
  const lines = [
    { left: 20, right: 180, top: 776, bottom: 798 },
    { left: 210, right: 370, top: 5, bottom: 29 },
    { left: 210, right: 300, top: 30, bottom: 54 },
  ];
  const [narrow, columns] = [
    { width: 150, height: 50 },
    { lines, area, isTouch: false },
  ];
  expect(placeBar({ ...columns, bar: narrow })).toEqual({ left: 180, top: 62 });
  expect(placeBar({ ...columns, bar: narrow, isTouch: true })).toEqual({ left: 180, top: 146 });
});

test("a passage that fills the page leaves only the bottom", () => {
  expect(place([{ left: 10, right: 380, top: 5, bottom: 795 }])).toEqual({ left: 45, top: 742 });
});

test("it stays inside the window", () => {
  expect(place([line(400, 350, 389)]).left).toBe(82);
});
