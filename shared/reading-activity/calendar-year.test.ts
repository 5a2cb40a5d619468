import { describe, expect, test } from "vitest";
import { getCalendarYear, getLongestRun, getYearSpan } from "./calendar-year.ts";
import { addDays, countDaysBetween } from "./time-zone.ts";

describe("a calendar year", () => {
  test("of the Gregorian calendar", () => {
    expect(getYearSpan("gregorian", 2024)).toMatchObject({ from: "2024-01-01", to: "2024-12-31" });
    expect(getYearSpan("gregorian", 2024).months[2]).toBe("2024-03-01");
    expect(getCalendarYear("gregorian", "2024-12-31")).toBe(2024);
  });

  // From the published Umm al-Qura calendar.
  test.each([
    [1446, "2024-07-07", "2025-06-25", "2025-03-01"],
    [1447, "2025-06-26", "2026-06-15", "2026-02-18"],
  ])("of the Hijra: %i", (year, from, to, ramadan) => {
    const span = getYearSpan("hijri", year);

    expect(span).toMatchObject({ from, to });
    expect(span.months[8]).toBe(ramadan);
    expect([from, to].map((day) => getCalendarYear("hijri", day))).toEqual([year, year]);
    expect(getCalendarYear("hijri", addDays(to, 1))).toBe(year + 1);
  });

  test("of the Hijri calendar has months of 29 or 30 days, for centuries", () => {
    for (let year = 1389; year < 1600; year++) {
      const { from, to, months } = getYearSpan("hijri", year);
      expect(getYearSpan("hijri", year + 1).from).toBe(addDays(to, 1));
      expect(months).toHaveLength(12);
      const lengths = [...months, addDays(to, 1)]
        .slice(1)
        .map((day, n) => countDaysBetween(months[n] ?? from, day));
      expect(lengths.every((length) => length === 29 || length === 30)).toBe(true);
    }
  });
});

test.each([
  [[], 0],
  [["2026-01-01", "2026-01-02", "2026-01-04", "2026-01-07"], 3],
  [["2026-01-01", "2026-01-04", "2026-01-07"], 1],
] as const)("the longest run of %j is %i", (days, longest) => {
  expect(getLongestRun(days)).toBe(longest);
});
