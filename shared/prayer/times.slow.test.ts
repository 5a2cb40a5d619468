import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import {
  dayTimesList,
  defaultPrayerSettings,
  type PrayerLocation,
  type PrayerSettings,
  prayerMethods,
} from "./settings.ts";
import { getSunAltitude } from "./sun-times.ts";
import { type DayTimes, getDayTimes, getNightRule } from "./times.ts";

const makkah: PrayerLocation = { latitude: 21.4225, longitude: 39.8262, zone: "Asia/Riyadh" };
const helsinki: PrayerLocation = { latitude: 60.17, longitude: 24.94, zone: "Europe/Helsinki" };
const tromso: PrayerLocation = { latitude: 69.65, longitude: 18.96, zone: "Europe/Oslo" };
const ushuaia: PrayerLocation = { latitude: -54.8, longitude: -68.3, zone: "America/Argentina/Ushuaia" };
const apia: PrayerLocation = { latitude: -13.83, longitude: -171.76, zone: "Pacific/Apia" };

const makeSettings = (input: Partial<PrayerSettings>): PrayerSettings => ({
  ...defaultPrayerSettings,
  ...input,
});

const formatClock = ({ zone }: PrayerLocation, time: Date) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(time);

const getMinutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000;

const toNumbers = (times: DayTimes) =>
  [times.fajr, times.sunrise, times.dhuhr, times.asr, times.maghrib, times.isha].map(Number);

afterEach(() => void vi.unstubAllEnvs());

describe("prayer times of a day", () => {
  test.for([
    ["Makkah", makkah, "2026-02-10"],
    ["Makkah", makkah, "2026-07-10"],
    ["Helsinki", helsinki, "2026-03-20"],
    ["Ushuaia", ushuaia, "2026-06-21"],
    ["Apia", apia, "2026-12-01"],
  ] as const)("have the sun at the method's angle: %s, %s", ([, location, day]) => {
    // Without the limits of the night, which apply where twilight is long.
    const times = getDayTimes(
      location,
      makeSettings({ method: "Karachi", nightRule: "middleofthenight" }),
      day,
    );

    // Rounding by half a minute is at most an eighth of a degree.
    expect(getSunAltitude(location, times.fajr.getTime())).toBeCloseTo(-18, 0);
    expect(getSunAltitude(location, times.isha.getTime())).toBeCloseTo(-18, 0);
    for (const horizon of [times.sunrise, times.maghrib]) {
      expect(Math.abs(getSunAltitude(location, horizon.getTime()) + 0.833)).toBeLessThan(0.2);
    }
    expect(toLocalDay(location.zone, times.dhuhr.getTime())).toBe(day);
  });

  test("do not depend on the device's time zone", () => {
    const results = ["UTC", "Pacific/Kiritimati", "America/Los_Angeles", "Africa/Cairo"].map((zone) => {
      vi.stubEnv("TZ", zone);
      return [makkah, helsinki, tromso, ushuaia, apia].map((location) =>
        toNumbers(getDayTimes(location, defaultPrayerSettings, "2026-04-24")),
      );
    });

    expect(new Set(results.map((all) => JSON.stringify(all)))).toHaveLength(1);
  });

  test("are correct where the date is a day ahead of the sun", () => {
    for (const location of [apia, { latitude: 1.87, longitude: -157.4, zone: "Pacific/Kiritimati" }]) {
      const times = getDayTimes(location, defaultPrayerSettings, "2026-01-05");
      expect(
        ["fajr", "dhuhr", "isha"].map((name) => toLocalDay(location.zone, Number(times[name as "fajr"]))),
      ).toEqual(["2026-01-05", "2026-01-05", "2026-01-05"]);
    }
  });

  test.for([
    ["Europe/London", 51.5, -0.12, "2026-03-28", "2026-03-29", 60],
    ["Europe/London", 51.5, -0.12, "2026-10-24", "2026-10-25", -60],
    ["America/New_York", 40.7, -74, "2026-03-07", "2026-03-08", 60],
    ["America/New_York", 40.7, -74, "2026-10-31", "2026-11-01", -60],
    ["Australia/Sydney", -33.9, 151.2, "2026-10-03", "2026-10-04", 60],
    ["Australia/Sydney", -33.9, 151.2, "2026-04-04", "2026-04-05", -60],
    ["Africa/Cairo", 30, 31.2, "2026-04-23", "2026-04-24", 60],
    ["Africa/Cairo", 30, 31.2, "2026-10-29", "2026-10-30", -60],
    ["Australia/Lord_Howe", -31.55, 159.08, "2026-10-03", "2026-10-04", 30],
    ["Australia/Lord_Howe", -31.55, 159.08, "2026-04-04", "2026-04-05", -30],
  ] as const)(
    "in %s change with the clocks from %s to %s",
    ([zone, latitude, longitude, before, after, leap]) => {
      const location = { latitude, longitude, zone };
      const getDhuhr = (day: string) =>
        formatClock(location, getDayTimes(location, defaultPrayerSettings, day).dhuhr);
      const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

      // Noon moves by less than half a minute a day.
      expect(Math.abs(toMinutes(getDhuhr(after)) - toMinutes(getDhuhr(before)) - leap)).toBeLessThanOrEqual(
        1,
      );
      expect(toLocalDay(zone, getDayTimes(location, defaultPrayerSettings, after).fajr.getTime())).toBe(
        after,
      );
    },
  );
});

describe("with long twilight", () => {
  test.for([
    [helsinki, "seventhofthenight"],
    [ushuaia, "seventhofthenight"],
    [{ ...makkah, latitude: 48 }, "middleofthenight"],
    [{ ...makkah, latitude: -48.1 }, "seventhofthenight"],
  ] as const)("the rule depends on the latitude, north and south: %o", ([location, rule]) => {
    expect(getNightRule(location, defaultPrayerSettings)).toBe(rule);
    expect(getNightRule(location, makeSettings({ nightRule: "twilightangle" }))).toBe("twilightangle");
  });

  test("Fajr and Isha are at most a seventh of the night", () => {
    for (const [location, day] of [
      [helsinki, "2026-06-10"],
      [ushuaia, "2026-12-10"],
    ] as const) {
      const today = getDayTimes(location, defaultPrayerSettings, day);
      const next = getDayTimes(location, defaultPrayerSettings, day.replace("10", "11"));
      const night = getMinutesBetween(today.maghrib, next.sunrise);
      expect(Math.abs(getMinutesBetween(today.maghrib, today.isha) - night / 7)).toBeLessThanOrEqual(1);
      expect(Math.abs(getMinutesBetween(next.fajr, next.sunrise) - night / 7)).toBeLessThanOrEqual(1);
    }
  });

  test("the Moonsighting Committee's seventh applies in both hemispheres", () => {
    const method = makeSettings({ method: "MoonsightingCommittee" });
    const far = { ...ushuaia, latitude: -60 };
    const today = getDayTimes(far, method, "2026-12-10");
    const night = getMinutesBetween(today.maghrib, getDayTimes(far, method, "2026-12-11").sunrise) + 3;

    expect(Math.abs(getMinutesBetween(today.maghrib, today.isha) + 3 - night / 7)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(getMinutesBetween(today.fajr, today.sunrise) - night / 7)).toBeLessThanOrEqual(1.5);
  });

  test.each([
    ["Tehran", -57.75, "2026-01-28", "2026-01-29"],
    ["MuslimWorldLeague", -61.65, "2026-02-19", "2026-02-20"],
  ] as const)("the library's fallback past twilight is not used: %s at %d", (method, latitude, day, next) => {
    const location = { latitude, longitude: 20, zone: "UTC" };
    const [today, tomorrow] = [day, next].map((each) =>
      getDayTimes(location, makeSettings({ method: "Karachi" }), each),
    );
    const { isha } = getDayTimes(location, makeSettings({ method }), day);
    const sunset = (today as DayTimes).maghrib;

    const night = getMinutesBetween(sunset, (tomorrow as DayTimes).sunrise);
    expect(Math.abs(getMinutesBetween(sunset, isha) - night / 7)).toBeLessThanOrEqual(1);
  });

  test.each([
    ["MuslimWorldLeague", -58.9, "2026-02-11", "isha", 17],
    ["MuslimWorldLeague", 62.85, "2026-08-27", "isha", 17],
    ["Tehran", -63.1, "2026-01-07", "maghrib", 4.5],
  ] as const)(
    "an angle that the sun just reaches has its exact time: %s at %d",
    (method, latitude, day, name, angle) => {
      const location = { latitude, longitude: 20, zone: "UTC" };
      const { [name]: time } = getDayTimes(
        location,
        makeSettings({ method, nightRule: "middleofthenight" }),
        day,
      );

      expect(Math.abs(getSunAltitude(location, time.getTime()) + angle)).toBeLessThan(0.05);
    },
  );

  test("a Maghrib by angle stays between sunset and Isha, without jumps", () => {
    const [tehran, karachi] = [makeSettings({ method: "Tehran" }), makeSettings({ method: "Karachi" })];
    const gaps: number[] = [];
    for (let latitude = 48.25; latitude <= 64.75; latitude += 0.25) {
      for (const [south, year] of [
        [true, "2026-01"],
        [true, "2026-12"],
        [false, "2026-07"],
      ] as const) {
        for (let date = 10; date < 30; date++) {
          const location = { latitude: south ? -latitude : latitude, longitude: 20, zone: "UTC" };
          const { maghrib, isha } = getDayTimes(location, tehran, `${year}-${date}`);
          const sunset = getDayTimes(location, karachi, `${year}-${date}`).maghrib;
          const next = getDayTimes(location, tehran, `${year}-${date + 1}`).maghrib;
          gaps.push(getMinutesBetween(maghrib, isha), getMinutesBetween(sunset, maghrib));
          expect(Math.abs(getMinutesBetween(maghrib, next) - 1_440)).toBeLessThanOrEqual(12);
        }
      }
    }
    expect(Math.min(...gaps)).toBeGreaterThan(0);
  });

  test("a fixed Isha never passes midnight, and says so", () => {
    const short = getDayTimes(
      { ...tromso, latitude: 64 },
      makeSettings({ method: "UmmAlQura" }),
      "2026-06-21",
    );
    expect(short.isIshaBounded).toBe(true);
    expect(short.isha).toEqual(short.midnight);
    expect(getDayTimes(makkah, makeSettings({ method: "UmmAlQura" }), "2026-06-21").isIshaBounded).toBe(
      false,
    );
  });

  test("a polar day has the times of the nearest latitude with sunrise and sunset", () => {
    for (const day of ["2026-06-21", "2026-12-21"]) {
      const times = getDayTimes(tromso, defaultPrayerSettings, day);
      expect(times.latitudeUsed).toBeLessThan(tromso.latitude);
      expect(times.latitudeUsed).toBeGreaterThan(64.5);
    }
    expect(getDayTimes(tromso, defaultPrayerSettings, "2026-03-20").latitudeUsed).toBe(tromso.latitude);
  });

  test("prayers are in order on every day everywhere, up to the next day's first", () => {
    const wrong: unknown[] = [];
    for (let latitude = -90; latitude <= 90; latitude += 7.5) {
      for (let n = 0; n < 366; n += 13) {
        const [day = "", next = ""] = [n, n + 1].map((days) =>
          new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10),
        );
        const location = { latitude, longitude: 20, zone: "UTC" };
        const method = prayerMethods[(n / 13) % prayerMethods.length] ?? "Karachi";
        const [today, tomorrow] = [day, next].map((each) =>
          getDayTimes(location, makeSettings({ method }), each),
        );
        const all = [...toNumbers(today as DayTimes), Number(tomorrow?.fajr)];
        if (all.some((time, index) => !(index === 0 || time > (all[index - 1] as number)))) {
          wrong.push([latitude, day, method, all]);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

function* listDaysFrom(first: Day, count: number): Generator<Day> {
  for (let day = first, n = 0; n < count; n++, day = addDays(day, 1)) yield day;
}

test("Jafari and custom angles set Maghrib by angle", () => {
  const tehran = { latitude: 35.69, longitude: 51.39, zone: "UTC" };
  const angles = { fajr: 16, isha: { angle: 14 }, maghrib: 4 };
  const [jafari, custom, sunset] = [
    makeSettings({ method: "Jafari" }),
    makeSettings({ method: "Other", angles }),
    makeSettings({ method: "Other", angles: { fajr: 16, isha: { angle: 14 } } }),
  ].map((settings) => getDayTimes(tehran, settings, "2026-04-01"));

  expect(jafari).toEqual(custom);
  expect(getSunAltitude(tehran, Number(jafari?.maghrib))).toBeCloseTo(-4, 0);
  expect(getSunAltitude(tehran, Number(sunset?.maghrib))).toBeCloseTo(-0.8, 0);
});

describe("consecutive days", () => {
  test.each([
    [64.7, "shafi"],
    [66.5, "hanafi"],
    [69.65, "shafi"],
    [71, "hanafi"],
    [-68, "shafi"],
  ] as const)("at %d° no time moves by more than 12 minutes or back and forth: %s", (latitude, madhab) => {
    const location = { latitude, longitude: 18.96, zone: "UTC" };
    const wrong: string[] = [];
    for (const first of ["2026-11-01", "2027-04-25"]) {
      const all = [...listDaysFrom(first, 110)].map((day) =>
        getDayTimes(location, makeSettings({ madhab }), day),
      );
      for (const [n, times] of all.entries()) {
        const gaps = [getMinutesBetween(times.dhuhr, times.asr), getMinutesBetween(times.asr, times.maghrib)];
        if (Math.min(...gaps) < 15) wrong.push(`${times.day} ${gaps.join(" ")}`);
        for (const name of dayTimesList) {
          const getTimeAt = (index: number) => all[index]?.[name] ?? times[name];
          const [last, move] =
            n < 2
              ? [0, 0]
              : [
                  getMinutesBetween(getTimeAt(n - 2), getTimeAt(n - 1)),
                  getMinutesBetween(getTimeAt(n - 1), getTimeAt(n)),
                ];
          const [before, now] = n < 2 ? [0, 0] : [last - 1_440, move - 1_440];
          const isZigzag = before * now < 0 && Math.min(Math.abs(before), Math.abs(now)) > 2;
          if (Math.abs(now) > 12 || isZigzag) wrong.push(`${times.day} ${name} ${before} then ${now}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("Tromsø has the almanac's times where the sun is high enough", () => {
    for (const day of ["2026-02-15", "2026-04-20", "2026-09-01", "2026-11-05"]) {
      expect(getDayTimes(tromso, defaultPrayerSettings, day).latitudeUsed).toBe(tromso.latitude);
    }
  });

  test.each([64.15, 59.91, 55.95, -54.8])(
    "Asr at %d° is within a minute of the sun's position",
    (latitude) => {
      const location = { latitude, longitude: 0, zone: "UTC" };
      for (const madhab of ["shafi", "hanafi"] as const) {
        for (const day of listDaysFrom("2026-01-01", 365)) {
          const { asr } = getDayTimes(location, makeSettings({ madhab, method: "Karachi" }), day);
          const exact = computeMeeusAsr(location, madhab === "hanafi" ? 2 : 1, day);
          expect(Math.abs(asr.getTime() - exact), `${day} ${madhab}`).toBeLessThanOrEqual(90_000);
        }
      }
    },
  );
});

/** Asr from the apparent position of the sun: Meeus, Astronomical Algorithms, chapters 12, 22 and 25. */
function computeMeeusAsr({ latitude, longitude }: PrayerLocation, shadow: number, day: Day): number {
  const rad = Math.PI / 180;
  const getSunAt = (time: number) => {
    const centuries = (time / 86_400_000 + 2_440_587.5 - 2_451_545) / 36_525;
    const mean = 280.46646 + 36_000.76983 * centuries;
    const anomaly = (357.52911 + 35_999.05029 * centuries) * rad;
    const center =
      (1.914602 - 0.004817 * centuries) * Math.sin(anomaly) +
      0.019993 * Math.sin(2 * anomaly) +
      0.000289 * Math.sin(3 * anomaly);
    const node = (125.04 - 1934.136 * centuries) * rad;
    const apparent = (mean + center - 0.00569 - 0.00478 * Math.sin(node)) * rad;
    const obliquity = (23.439291 - 0.0130042 * centuries + 0.00256 * Math.cos(node)) * rad;
    const declination = Math.asin(Math.sin(obliquity) * Math.sin(apparent));
    const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(apparent), Math.cos(apparent));
    const sidereal = 280.46061837 + 360.98564736629 * centuries * 36_525;
    const hourAngle = (sidereal + longitude) * rad - ascension;
    const altitude = Math.asin(
      Math.sin(latitude * rad) * Math.sin(declination) +
        Math.cos(latitude * rad) * Math.cos(declination) * Math.cos(hourAngle),
    );
    return { altitude, noonShadow: Math.tan(Math.abs(latitude * rad - declination)) };
  };
  let [high, low] = [Date.parse(`${day}T12:00:00Z`), Date.parse(`${day}T23:00:00Z`)];
  for (let n = 0; n < 30; n++) {
    const middle = (high + low) / 2;
    const { altitude, noonShadow } = getSunAt(middle);
    if (altitude < Math.atan(1 / (shadow + noonShadow))) low = middle;
    else high = middle;
  }
  return low;
}

describe("user settings", () => {
  test("add minutes, and set custom angles or minutes", () => {
    const karachi = getDayTimes(makkah, makeSettings({ method: "Karachi" }), "2026-05-01");
    const adjusted = makeSettings({
      method: "Karachi",
      adjustments: { ...defaultPrayerSettings.adjustments, asr: 7, sunrise: -3 },
    });
    const custom = makeSettings({ method: "Other", angles: { fajr: 18, isha: { minutes: 75 } } });

    expect(getMinutesBetween(karachi.asr, getDayTimes(makkah, adjusted, "2026-05-01").asr)).toBe(7);
    expect(getMinutesBetween(karachi.sunrise, getDayTimes(makkah, adjusted, "2026-05-01").sunrise)).toBe(-3);
    const times = getDayTimes(makkah, custom, "2026-05-01");
    expect(times.fajr).toEqual(karachi.fajr);
    expect(getMinutesBetween(times.maghrib, times.isha)).toBe(75);
  });

  test("use the Hanafi shadow for Asr", () => {
    const [shafi, hanafi] = (["shafi", "hanafi"] as const).map((madhab) =>
      getDayTimes(makkah, makeSettings({ madhab }), "2026-05-01"),
    );
    expect(getMinutesBetween(shafi?.asr as Date, hanafi?.asr as Date)).toBeGreaterThan(45);
  });

  test("use Umm al-Qura's Isha two hours after Maghrib in Ramadan, by local sighting", () => {
    const getIsha = (day: string, input: Partial<PrayerSettings> = {}) => {
      const { maghrib, isha } = getDayTimes(makkah, makeSettings({ method: "UmmAlQura", ...input }), day);
      return getMinutesBetween(maghrib, isha);
    };
    // 1 Ramadan 1447 was the 18th of February 2026, 1 Shawwal the 20th of March.
    expect(["2026-02-17", "2026-02-18", "2026-03-19", "2026-03-20"].map((day) => getIsha(day))).toEqual([
      90, 120, 120, 90,
    ]);
    expect(getIsha("2026-02-17", { hijriShift: 1 })).toBe(120);
    expect(getIsha("2026-02-18", { hijriShift: -1 })).toBe(90);
    expect(getIsha("2026-02-18", { hasRamadanIsha: false })).toBe(90);
    expect(getIsha("2026-02-18", { method: "Qatar" })).toBe(90);
  });
});
