import { describe, expect, test } from "vitest";
import { computeDailyPortion } from "./daily-portion.ts";

const progress = {
  unit: "pages" as const,
  total: 200,
  atDayStart: 0.5,
  now: 0.5,
  splitByPrayer: false,
  today: "2026-03-01",
  until: "2026-03-10",
};

describe("the daily portion of a book", () => {
  test("is the rest, divided equally over the remaining days", () => {
    expect(computeDailyPortion(progress)).toEqual({
      unit: "pages",
      remaining: 100,
      daysLeft: 10,
      today: 10,
      doneToday: 0,
      parts: null,
    });
  });

  test("is fixed during a day", () => {
    expect(computeDailyPortion({ ...progress, now: 0.52 })).toMatchObject({
      remaining: 96,
      today: 10,
      doneToday: 4,
    });
  });

  test("is recalculated after a day with less or more reading", () => {
    expect(computeDailyPortion({ ...progress, today: "2026-03-06" })).toMatchObject({
      daysLeft: 5,
      today: 20,
    });
    expect(
      computeDailyPortion({ ...progress, today: "2026-03-02", atDayStart: 0.91, now: 0.91 }),
    ).toMatchObject({
      today: 2,
    });
  });

  test("is all of the rest on the last day, and nothing afterwards", () => {
    expect(computeDailyPortion({ ...progress, today: "2026-03-10" })).toMatchObject({
      daysLeft: 1,
      today: 100,
    });
    expect(computeDailyPortion({ ...progress, today: "2026-03-11" })).toMatchObject({
      daysLeft: 0,
      today: null,
      remaining: 100,
    });
  });

  test("does not grow by going back", () => {
    expect(computeDailyPortion({ ...progress, now: 0.4 })).toMatchObject({
      remaining: 120,
      today: 12,
      doneToday: 0,
    });
  });

  test("has five parts, done when read completely", () => {
    const listParts = (now: number) => computeDailyPortion({ ...progress, now, splitByPrayer: true }).parts;

    expect([0.5, 0.509, 0.51, 0.549, 0.55, 0.7].map(listParts)).toEqual(
      [0, 0, 1, 4, 5, 5].map((done) => ({ each: 2, done })),
    );
  });

  test("is complete without rounding errors", () => {
    const read = (pages: number) =>
      computeDailyPortion({ ...progress, until: "2026-03-07", now: 0.5 + pages / 200, splitByPrayer: true });

    expect(read(14.2)).toMatchObject({ today: 15, doneToday: 14, parts: { done: 4 } });
    expect(read(14.3)).toMatchObject({ today: 15, doneToday: 15, parts: { done: 5 } });
    expect(read(20)).toMatchObject({ today: 15, doneToday: 20 });
  });

  test("is null for a book without pages", () => {
    expect(computeDailyPortion({ ...progress, total: 0, splitByPrayer: true })).toMatchObject({
      remaining: 0,
      today: 0,
      parts: { each: 0, done: 5 },
    });
  });
});
