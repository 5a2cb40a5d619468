import { Coordinates, PrayerTimes } from "adhan";
import { expect, test } from "vitest";
import { addDays } from "#shared/reading-activity/time-zone.ts";
import { getCalculationParameters } from "./calculate-times.ts";
import { defaultPrayerSettings, type PrayerSettings } from "./settings.ts";
import { getTwilight } from "./sun-times.ts";
import { getDayTimes, getNightRule } from "./times.ts";

const makeSettings = (input: Partial<PrayerSettings>): PrayerSettings => ({
  ...defaultPrayerSettings,
  ...input,
});
const horizon = 0.8333;
const ishaAngles = { MuslimWorldLeague: 17, Karachi: 18, NorthAmerica: 15, Egyptian: 17.5 };
const getMinutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000;

test.for([
  ["Zurich", { latitude: 47.37, longitude: 8.55, zone: "Europe/Zurich" }, {}],
  ["Budapest", { latitude: 47.5, longitude: 19.04, zone: "Europe/Budapest" }, { method: "Karachi" }],
  ["Punta Arenas", { latitude: -47.9, longitude: -70.9, zone: "America/Punta_Arenas" }, {}],
  [
    "Berlin by the middle of the night",
    { latitude: 52.52, longitude: 13.4, zone: "Europe/Berlin" },
    { nightRule: "middleofthenight" },
  ],
] as const)("an Isha by angle is the library's, even when late: %s", ([, location, input]) => {
  const settings = makeSettings(input);
  for (let day = "2026-01-01"; day.startsWith("2026"); day = addDays(day, 5)) {
    const parameters = getCalculationParameters(settings, getNightRule(location, settings));
    const { isha } = new PrayerTimes(
      new Coordinates(location.latitude, location.longitude),
      new Date(`${day}T12:00:00`),
      parameters,
    );
    const times = getDayTimes(location, settings, day);
    expect(Math.abs(getMinutesBetween(isha, times.isha)), day).toBeLessThanOrEqual(3);
    expect(times.isha <= getDayTimes(location, settings, addDays(day, 1)).fajr, day).toBe(true);
  }
});

test("added minutes also apply to an Isha limited by the night", () => {
  const far = { latitude: 64, longitude: 18.96, zone: "Europe/Oslo" };
  const getIsha = (minutes: number) =>
    getDayTimes(
      far,
      makeSettings({
        method: "UmmAlQura",
        adjustments: { ...defaultPrayerSettings.adjustments, isha: minutes },
      }),
      "2026-06-21",
    ).isha;
  expect([-5, 5].map((minutes) => getMinutesBetween(getIsha(0), getIsha(minutes)))).toEqual([-5, 5]);
});

test.for([
  ["spring", { latitude: 74.02, longitude: 102.69, zone: "Asia/Krasnoyarsk" }, "2025-05-16"],
  ["summer", { latitude: 68.82, longitude: -103.37, zone: "America/Cambridge_Bay" }, "2027-06-29"],
  ["autumn in the south", { latitude: -87.62, longitude: 154.44, zone: "Antarctica/McMurdo" }, "2025-02-10"],
] as const)(
  "near the poles no Maghrib passes the next Fajr while the latitude changes: %s",
  ([, location, first]) => {
    for (const method of ["UmmAlQura", "Singapore"] as const) {
      for (const nightRule of ["middleofthenight", "twilightangle"] as const) {
        for (let ahead = 0; ahead < 8; ahead++) {
          const day = addDays(first, ahead);
          const { maghrib, isha } = getDayTimes(location, makeSettings({ method, nightRule }), day);
          const { fajr } = getDayTimes(location, makeSettings({ method, nightRule }), addDays(day, 1));
          expect([day, maghrib < isha, isha <= fajr]).toEqual([day, true, true]);
        }
      }
    }
  },
);

test.each([
  ["Reykjavik", 64.1466, -21.9426],
  ["Edinburgh", 55.9533, -3.1883],
  ["Ushuaia", -54.8, -68.3],
])(
  "by the middle of the night, Isha and the next Fajr meet in the middle from sunset to sunrise: %s",
  (_name, latitude, longitude) => {
    const location = { latitude, longitude, zone: "UTC" };
    let bounded = 0;
    for (const method of ["MuslimWorldLeague", "Karachi", "NorthAmerica", "Egyptian"] as const) {
      const settings = makeSettings({ method, nightRule: "middleofthenight" });
      for (let day = "2026-01-01"; day.startsWith("2026"); day = addDays(day, 1)) {
        const [today, next] = [
          getDayTimes(location, settings, day),
          getDayTimes(location, settings, addDays(day, 1)),
        ];
        const sunset = getTwilight(location, horizon, today.dhuhr.getTime(), "dusk");
        const middle = (sunset + getTwilight(location, horizon, next.dhuhr.getTime(), "dawn")) / 2;
        const byAngle = getTwilight(location, ishaAngles[method], today.dhuhr.getTime(), "dusk");
        if (middle < byAngle) bounded += 1;
        expect(
          Math.abs(getMinutesBetween(today.isha, new Date(Math.min(middle, byAngle)))),
          `${method} ${day}`,
        ).toBeLessThan(1.2);
      }
    }
    expect(bounded).toBeGreaterThan(100);
  },
);
