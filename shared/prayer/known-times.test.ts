import { expect, test } from "vitest";
import { roundCoordinates } from "./prayer-profile.ts";
import { type DayTime, dayTimesList, defaultPrayerSettings, type PrayerSettings } from "./settings.ts";
import { getAsr, getTwilight, isTwilightNear } from "./sun-times.ts";
import { getDayTimes } from "./times.ts";

const makkah = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh" };
const london = { latitude: 51.51, longitude: -0.13, zone: "Europe/London" };
const helsinki = { latitude: 60.17, longitude: 24.94, zone: "Europe/Helsinki" };
const tromso = { latitude: 69.65, longitude: 18.96, zone: "Europe/Oslo" };
const capeHorn = { latitude: -55.98, longitude: -67.27, zone: "America/Punta_Arenas" };
const apia = { latitude: -13.83, longitude: -171.76, zone: "Pacific/Apia" };
const adjustments = { fajr: 2, sunrise: -1, dhuhr: 1, asr: 3, maghrib: 4, isha: 5 };
const byMinutes = { fajr: 15, isha: { minutes: 75 }, maghrib: 2 };
const byAngles = { fajr: 12, isha: { angle: 12 } };

test("a time is near a twilight for a minute before and after it, on its side of the day", () => {
  const noon = Date.parse("2026-06-01T09:20:00Z");
  for (const [side, other] of [
    ["dawn", "dusk"],
    ["dusk", "dawn"],
  ] as const) {
    const twilight = getTwilight(makkah, 18, noon, side);
    const isNear = (seconds: number, on: "dawn" | "dusk" = side) =>
      isTwilightNear(makkah, 18, on, { time: twilight + seconds * 1000, withinMs: 60_000 });
    expect([-70, -50, 0, 50, 70].map((seconds) => isNear(seconds))).toEqual([false, true, true, true, false]);
    expect(isNear(0, other)).toBe(false);
  }
});

test.each([
  ["where the sun does not rise", 85, "2026-12-21T11:00:00Z"],
  ["where its shadow never grows so long", 89, "2026-06-21T11:00:00Z"],
])("there is no Asr %s", (_, latitude, noon) => {
  expect(getAsr({ ...tromso, latitude }, 1, Date.parse(noon))).toBeNaN();
});

test("coordinates are rounded to a hundredth of a degree", () => {
  const chosen = { ...makkah, name: "Makkah" } as never as Parameters<typeof roundCoordinates>[0];
  expect(roundCoordinates(chosen)).toEqual({ ...chosen, latitude: 21.42, longitude: 39.83 });
});

/** Within a minute of the apparent solar position, by `reference.slow.test.ts`. */
test.each<[typeof makkah, string, Partial<PrayerSettings>, string]>([
  [makkah, "2026-06-01", { method: "UmmAlQura" }, "04:11 05:38 12:19 15:35 18:59 20:29"],
  [makkah, "2026-06-01", { method: "Other", angles: byMinutes }, "04:29 05:38 12:19 15:35 19:05 20:14"],
  [makkah, "2026-02-25", { method: "UmmAlQura", adjustments }, "05:30 06:44 12:35 15:57 18:27 20:28"],
  [
    makkah,
    "2026-02-25",
    { method: "UmmAlQura", hasRamadanIsha: false },
    "05:28 06:45 12:34 15:54 18:23 19:53",
  ],
  [makkah, "2026-02-25", { method: "Dubai" }, "05:30 06:42 12:37 15:57 18:26 19:38"],
  [london, "2026-06-21", { method: "Tehran", adjustments }, "03:42 04:42 13:03 17:28 21:59 22:30"],
  [london, "2026-06-21", { method: "Jafari", madhab: "hanafi" }, "03:40 04:43 13:02 18:40 21:50 22:25"],
  [
    london,
    "2026-12-21",
    { method: "Other", angles: byAngles, adjustments },
    "06:42 08:03 12:00 13:41 15:57 17:22",
  ],
  [
    helsinki,
    "2026-03-20",
    { method: "MuslimWorldLeague", adjustments },
    "04:43 06:21 12:30 15:37 18:39 20:20",
  ],
  [
    helsinki,
    "2026-06-21",
    { method: "Tehran", madhab: "hanafi", adjustments },
    "03:13 03:53 13:23 19:27 23:29 23:39",
  ],
  [
    helsinki,
    "2026-12-21",
    { method: "Karachi", nightRule: "middleofthenight" },
    "06:36 09:24 12:19 13:09 15:13 18:00",
  ],
  [tromso, "2026-06-21", { method: "MuslimWorldLeague", adjustments }, "01:27 01:40 12:48 17:45 23:55 00:12"],
  [
    tromso,
    "2026-12-21",
    { method: "MuslimWorldLeague", madhab: "hanafi" },
    "07:05 10:02 11:43 11:58 13:23 16:20",
  ],
  [
    capeHorn,
    "2026-06-21",
    { method: "MoonsightingCommittee", adjustments },
    "07:38 10:01 13:37 14:50 17:06 19:30",
  ],
  [capeHorn, "2026-12-21", { method: "Karachi", madhab: "hanafi" }, "03:44 04:39 13:28 19:16 22:16 23:11"],
  [apia, "2026-01-05", { method: "Karachi" }, "04:46 06:05 12:33 15:57 19:00 20:19"],
])("%o on %s with %o are known", (location, day, settings, expected) => {
  const times = getDayTimes(location, { ...defaultPrayerSettings, ...settings }, day);
  const clock = new Intl.DateTimeFormat("en-GB", {
    timeZone: location.zone,
    hour: "2-digit",
    minute: "2-digit",
  });
  expect(dayTimesList.map((time: DayTime) => clock.format(times[time])).join(" ")).toBe(expected);
});
