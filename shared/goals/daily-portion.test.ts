import { describe, expect, test } from "vitest";
import { dailyPortion } from "./daily-portion.ts";

const course = {
  ...{ unit: "pages" as const, total: 200, atDawn: 0.5, now: 0.5, splitByPrayer: false },
  ...{ today: "2026-03-01", until: "2026-03-10" },
};

describe("a day's portion of a book", () => {
  test("is what is left, in equal parts on the days that are left", () => {
    expect(dailyPortion(course)).toEqual({
      ...{ unit: "pages", left: 100, daysLeft: 10, today: 10, doneToday: 0, parts: null },
    });
  });

  test("stays the same while the day goes on, however much of it is read", () => {
    expect(dailyPortion({ ...course, now: 0.52 })).toMatchObject({ left: 96, today: 10, doneToday: 4 });
  });

  test("is calculated again after a day on which nothing was read, and after one with more", () => {
    expect(dailyPortion({ ...course, today: "2026-03-06" })).toMatchObject({ daysLeft: 5, today: 20 });
    expect(dailyPortion({ ...course, today: "2026-03-02", atDawn: 0.91, now: 0.91 })).toMatchObject({
      today: 2,
    });
  });

  test("is all of the rest on the last day, and nothing afterwards", () => {
    expect(dailyPortion({ ...course, today: "2026-03-10" })).toMatchObject({ daysLeft: 1, today: 100 });
    expect(dailyPortion({ ...course, today: "2026-03-11" })).toMatchObject({
      daysLeft: 0,
      today: null,
      left: 100,
    });
  });

  test("is not made more by leafing back", () => {
    expect(dailyPortion({ ...course, now: 0.4 })).toMatchObject({ left: 120, today: 12, doneToday: 0 });
  });

  test("is notified in five parts, of which those are done that were read whole", () => {
    const parts = (now: number) => dailyPortion({ ...course, now, splitByPrayer: true }).parts;

    expect([0.5, 0.509, 0.51, 0.549, 0.55, 0.7].map(parts)).toEqual(
      [0, 0, 1, 4, 5, 5].map((done) => ({ each: 2, done })),
    );
  });

  test("that was read whole lacks no part of a page", () => {
    const read = (pages: number) =>
      dailyPortion({ ...course, until: "2026-03-07", now: 0.5 + pages / 200, splitByPrayer: true });

    expect(read(14.2)).toMatchObject({ today: 15, doneToday: 14, parts: { done: 4 } });
    expect(read(14.3)).toMatchObject({ today: 15, doneToday: 15, parts: { done: 5 } });
    expect(read(20)).toMatchObject({ today: 15, doneToday: 20 });
  });

  test("is nothing of a book without pages", () => {
    expect(dailyPortion({ ...course, total: 0, splitByPrayer: true })).toMatchObject({
      ...{ left: 0, today: 0, parts: { each: 0, done: 5 } },
    });
  });
});
