import { expect, test } from "vitest";
import { NotificationTimes } from "#shared/accounts/session-contract.ts";
import { getQuietHoursEnd, isDigestHour } from "./times.ts";

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

test("a digest is sent at its local hour, weekly on Fridays", () => {
  expect(isDigestHour(parseTimes({}), new Date("2026-03-01T02:45:00Z"))).toBe(true);
  expect(isDigestHour(parseTimes({}), new Date("2026-03-01T03:45:00Z"))).toBe(false);
  expect(isDigestHour(parseTimes({ digest: "weekly" }), new Date("2026-03-01T02:45:00Z"))).toBe(false);
  expect(isDigestHour(parseTimes({ digest: "weekly" }), new Date("2026-03-06T02:45:00Z"))).toBe(true);
  expect(isDigestHour(parseTimes({ digest: "off" }), new Date("2026-03-06T02:45:00Z"))).toBe(false);
});
