import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { dayTimesList, defaultPrayerSettings, type PrayerMethod } from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { samplesFolder } from "#server/testing/books/samples.ts";

interface Table {
  readonly params: {
    readonly latitude: number;
    readonly longitude: number;
    readonly timezone: string;
    readonly method: PrayerMethod;
    readonly madhab: "Shafi" | "Hanafi";
    readonly highLatitudeRule: string;
  };
  /** The tolerance for the published table, in minutes. */
  readonly variance?: number;
  readonly times: readonly (Readonly<Record<(typeof dayTimesList)[number], string>> & {
    readonly date: string;
  })[];
}

const folder = path.join(samplesFolder, "prayer");
const tables = [
  "Ankara-Turkey",
  "Dubai-Gulf",
  "London-MoonsightingCommittee",
  "Makkah-UmmAlQura",
  "Singapore-Singapore",
];

/** Minutes since midnight, of "6:33 AM". */
function getMinutes(text: string): number {
  const [, hours = "", minutes = "", meridiem = ""] = /^(\d+):(\d+) (AM|PM)$/.exec(text) ?? [];
  return ((Number(hours) % 12) + (meridiem === "PM" ? 12 : 0)) * 60 + Number(minutes);
}

test.skipIf(!existsSync(folder)).for(tables)("the published times of %s", (name) => {
  const {
    params,
    variance = 0,
    times,
  }: Table = JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8"));
  const location = { latitude: params.latitude, longitude: params.longitude, zone: params.timezone };
  const settings = {
    ...defaultPrayerSettings,
    method: params.method,
    madhab: params.madhab === "Hanafi" ? ("hanafi" as const) : ("shafi" as const),
    nightRule: "middleofthenight" as const,
    hasRamadanIsha: false,
  };
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: location.zone,
    hour: "numeric",
    minute: "2-digit",
    hour12: true,
  });

  const deviations = times.flatMap((published) => {
    const calculated = getDayTimes(location, settings, published.date);
    return dayTimesList.flatMap((time) => {
      const found = getMinutes(clock.format(calculated[time]).replace(/\s/u, " "));
      const deviation = found - getMinutes(published[time]);
      return Math.abs(deviation) > Math.max(variance, 0) ? [`${published.date} ${time} ${deviation}`] : [];
    });
  });

  expect(times.length).toBeGreaterThanOrEqual(12);
  expect(deviations).toEqual([]);
});
