import { describe, expect, test } from "vitest";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { getId } from "#client/testing/factories.ts";
import { formatWhen } from "./session-time-zone.ts";
import { parseTimes, toSessionFormValues } from "./session-times.ts";

const now = new Date(2026, 2, 1, 12, 0, 0);
const toDate = (hour: number, minute: number, second = 0) => new Date(2026, 2, 1, hour, minute, second);
const day = "2026-03-01";
const entered = { title: "The Well", day, time: "10:00", minutes: "20", pages: "" };

const measured: ReadingSession = {
  id: getId(7) as never,
  kind: "reading",
  bookId: null,
  title: "The Well",
  zone: getDeviceTimeZone(),
  day,
  startedAt: toDate(10, 0, 12),
  endedAt: toDate(10, 20, 40),
  seconds: 1_228,
  pages: 12.4,
  device: "Phone",
  isManual: false,
  isEdited: false,
  recorded: { startedAt: toDate(10, 0, 12), endedAt: toDate(10, 20, 40), pages: 12.4 },
};

describe("the session form", () => {
  test("starts with a session that just ended", () => {
    expect(toSessionFormValues(null, now)).toEqual({
      title: "",
      day,
      time: "11:30",
      minutes: "30",
      pages: "",
    });
  });

  test("accepts times in the digits of either script", () => {
    expect(parseTimes({ ...entered, minutes: "۲٠", pages: "7,5" }, null, now)).toEqual({
      times: { startedAt: toDate(10, 0), endedAt: toDate(10, 20), pages: 7.5 },
    });
  });

  test("keeps seconds of unchanged times", () => {
    const previous = toSessionFormValues(measured, now);

    expect(parseTimes(previous, measured, now)).toEqual({
      times: { startedAt: toDate(10, 0, 12), endedAt: toDate(10, 20, 40), pages: 12.4 },
    });
    expect(parseTimes({ ...previous, minutes: "5" }, measured, now)).toMatchObject({
      times: { startedAt: toDate(10, 0, 12), endedAt: toDate(10, 5, 12) },
    });
  });

  test.each([
    [{ day: "" }, { day: "readingActivity.noDay" }],
    [{ minutes: "" }, { minutes: "readingActivity.noMinutes" }],
    [{ minutes: "0" }, { minutes: "readingActivity.noMinutes" }],
    [{ minutes: "-5" }, { minutes: "readingActivity.noMinutes" }],
    [{ minutes: "1441" }, { minutes: "readingActivity.tooLong" }],
    [{ minutes: "150" }, { day: "readingActivity.inFuture" }],
    [{ pages: "many" }, { pages: "readingActivity.noPages" }],
    [{ pages: "5001" }, { pages: "readingActivity.noPages" }],
  ])("refuses %o", (input, errors) => {
    expect(parseTimes({ ...entered, ...input }, null, now)).toEqual({ errors });
  });

  test.each([
    [{ time: "09:59" }, { time: "readingActivity.tooLongForTracked" }],
    [{ minutes: "21" }, { minutes: "readingActivity.tooLongForTracked" }],
    [{ pages: "13" }, { pages: "readingActivity.tooLongForTracked" }],
  ])("never increases measured time: %o", (input, errors) => {
    expect(parseTimes({ ...toSessionFormValues(measured, now), ...input }, measured, now)).toEqual({
      errors,
    });
  });
});

describe("a session in another time zone", () => {
  const session: ReadingSession = {
    ...measured,
    zone: "Pacific/Kiritimati",
    day: "2026-03-02",
    startedAt: new Date("2026-03-02T09:30:00Z"),
    endedAt: new Date("2026-03-02T10:10:00Z"),
    recorded: null,
    isManual: true,
  };
  const later = new Date("2026-03-04T00:00:00Z");

  const normalizeSpaces = (text: string) => text.replace(/\s/g, " ");

  test("is shown and edited in its zone, on the day that it counts for", () => {
    expect(normalizeSpaces(formatWhen(session))).toBe(
      "March 2, 2026, 11:30 PM – 12:10 AM (Line Islands Time)",
    );
    expect(formatWhen({ ...session, zone: "+14:00" })).toContain("(GMT+14:00)");
    expect(toSessionFormValues(session, later)).toMatchObject({ day: "2026-03-02", time: "23:30" });
    expect(
      parseTimes({ ...toSessionFormValues(session, later), time: "23:40" }, session, later),
    ).toMatchObject({
      times: { startedAt: new Date("2026-03-02T09:40:00Z"), endedAt: new Date("2026-03-02T10:20:00Z") },
    });
  });

  test("is shown in the device's zone when its own is unknown, and hides the zone when equal", () => {
    expect(formatWhen({ ...session, zone: "Mars/Olympus" })).toMatch(/M$/);
    expect(normalizeSpaces(formatWhen(measured))).toBe("March 1, 2026, 10:00 – 10:20 AM");
  });
});
