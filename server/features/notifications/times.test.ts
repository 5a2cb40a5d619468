import { expect, test } from "vitest";
import { NotificationTimes } from "#shared/accounts/session-contract.ts";
import { findDigestDay, getQuietHoursEnd } from "./times.ts";

const parseTimes = (changes: object) =>
  NotificationTimes.parse({
    zone: "Asia/Kolkata",
    quietFrom: 22,
    quietUntil: 7,
    digest: "daily",
    digestHour: 8,
    ...changes,
  });

test.each([
  // Kolkata is 5 h 30 min ahead.
  ["2026-03-01T16:29:00Z", null],
  ["2026-03-01T16:30:00Z", "2026-03-02T01:30:00.000Z"],
  ["2026-03-02T01:29:00Z", "2026-03-02T01:30:00.000Z"],
  ["2026-03-02T01:30:00Z", null],
])("at %s quiet hours end at %s", (now, end) => {
  expect(getQuietHoursEnd(parseTimes({}), new Date(now))?.toISOString() ?? null).toBe(end);
  expect(getQuietHoursEnd(parseTimes({ quietFrom: null }), new Date(now))).toBeNull();
});

const findDay = (changes: object, now: string) => findDigestDay(parseTimes(changes), new Date(now));

test("a digest is due at its local hour and shortly after it, weekly on Fridays", () => {
  expect(findDay({}, "2026-03-01T02:29:00Z")).toBeNull();
  expect(findDay({}, "2026-03-01T02:45:00Z")).toBe("2026-03-01");
  expect(findDay({}, "2026-03-01T05:29:00Z")).toBe("2026-03-01");
  expect(findDay({}, "2026-03-01T05:30:00Z")).toBeNull();
  expect(findDay({ digest: "weekly" }, "2026-03-01T02:45:00Z")).toBeNull();
  expect(findDay({ digest: "weekly" }, "2026-03-06T02:45:00Z")).toBe("2026-03-06");
  expect(findDay({ digest: "off" }, "2026-03-06T02:45:00Z")).toBeNull();
});

test("a digest is due once although clocks change at its hour", () => {
  // At 02:00 clocks go to 03:00.
  const spring = { zone: "Europe/Berlin", digestHour: 2 };
  expect(findDay(spring, "2026-03-29T00:59:00Z")).toBeNull();
  expect(findDay(spring, "2026-03-29T01:00:00Z")).toBe("2026-03-29");
  // At 03:00 clocks go back to 02:00.
  expect(findDay(spring, "2026-10-25T00:30:00Z")).toBe("2026-10-25");
  expect(findDay(spring, "2026-10-25T01:30:00Z")).toBe("2026-10-25");
});
