import { expect, test } from "vitest";
import { findRamadan, toHijri, toUmmAlQuraDay } from "./hijri.ts";
import { setSiteHijriShift } from "./hijri-shift.ts";

test("finds the coming Ramadan, also from within it, with 29 or 30 days", () => {
  const { startsOn, endsOn, year } = findRamadan("2026-11-24");
  expect(year).toBe(1448);
  expect([toHijri(startsOn), toHijri(endsOn).month]).toEqual([{ year: 1448, month: 9, day: 1 }, 9]);
  expect(findRamadan("2027-02-20")).toEqual({ startsOn, endsOn, year });
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000 + 1;
  expect([29, 30]).toContain(days);
});

test("shifts by the reader and by the site add up", () => {
  expect(toHijri("2026-02-18")).toEqual({ year: 1447, month: 9, day: 1 });
  expect(toHijri("2026-02-18", 1)).toEqual({ year: 1447, month: 9, day: 2 });
  setSiteHijriShift(2);
  try {
    expect(toHijri("2026-02-18", 1)).toEqual({ year: 1447, month: 9, day: 4 });
    expect(toUmmAlQuraDay("2026-02-18", -1)).toBe("2026-02-19");
  } finally {
    setSiteHijriShift(0);
  }
});

test("Ramadan has 29 or 30 days by the calendar", () => {
  // From the published Umm al-Qura calendar.
  expect(findRamadan("2025-01-01")).toEqual({ startsOn: "2025-03-01", endsOn: "2025-03-29", year: 1446 });
  expect(findRamadan("2024-03-20")).toEqual({ startsOn: "2024-03-11", endsOn: "2024-04-09", year: 1445 });
});
