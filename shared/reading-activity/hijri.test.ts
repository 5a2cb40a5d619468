import { expect, test } from "vitest";
import { findRamadan, toHijri } from "./hijri.ts";

test("finds the coming Ramadan, also from within it, with 29 or 30 days", () => {
  const { startsOn, endsOn, year } = findRamadan("2026-11-24");
  expect(year).toBe(1448);
  expect([toHijri(startsOn), toHijri(endsOn).month]).toEqual([{ year: 1448, month: 9, day: 1 }, 9]);
  expect(findRamadan("2027-02-20")).toEqual({ startsOn, endsOn, year });
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000 + 1;
  expect([29, 30]).toContain(days);
});
