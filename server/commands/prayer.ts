import {
  dayTimesList,
  defaultPrayerSettings,
  Madhab,
  NightRule,
  PrayerLocation,
  PrayerMethod,
  type PrayerSettings,
} from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { setSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { addDays, Day, isKnownZone } from "#shared/reading-activity/time-zone.ts";
import { parseEnvironment } from "#server/env.ts";
import { type Command, type ParsedArguments, requireOption } from "./command.ts";

const maxDays = 3_660;

export const prayerTimesCommand: Command = {
  name: "prayer times",
  usage:
    "--latitude <degrees> --longitude <degrees> --zone <time zone> --from <YYYY-MM-DD> [--days <n>] [--method <name>] [--asr shafi|hanafi] [--rule auto|middleofthenight|seventhofthenight|twilightangle] [--json]",
  about: "Prints the prayer times that the product shows, to compare them with other sources.",
  options: {
    latitude: { type: "string" },
    longitude: { type: "string" },
    zone: { type: "string" },
    from: { type: "string" },
    days: { type: "string" },
    method: { type: "string" },
    asr: { type: "string" },
    rule: { type: "string" },
    json: { type: "boolean" },
  },
  operands: 0,
  async run({ print }, parsedArguments) {
    setSiteHijriShift(parseEnvironment().HIJRI_SHIFT);
    const location = readLocation(parsedArguments);
    const settings = readSettings(parsedArguments);
    const rows = [...listDays(parsedArguments)].map((day) => {
      const times = getDayTimes(location, settings, day);
      const clockTimes = dayTimesList.map((name) => [name, formatTime(times[name], location.zone)] as const);
      return { day, ...Object.fromEntries(clockTimes), latitudeUsed: times.latitudeUsed };
    });
    if (parsedArguments.options["json"]) print(JSON.stringify(rows, null, 2));
    else for (const { latitudeUsed: _latitudeUsed, ...row } of rows) print(Object.values(row).join("  "));
    return 0;
  },
};

function readLocation(input: ParsedArguments): PrayerLocation {
  const zone = requireOption(input, "zone");
  if (!isKnownZone(zone)) throw new Error(`--zone: ${zone} is not a time zone.`);
  const readDegrees = (name: string) => Number(requireOption(input, name));
  const location = { latitude: readDegrees("latitude"), longitude: readDegrees("longitude"), zone };
  const parsed = PrayerLocation.safeParse(location);
  if (!parsed.success) throw new Error("--latitude is from -90 to 90, --longitude from -180 to 180.");
  return parsed.data;
}

function readSettings({ options }: ParsedArguments): PrayerSettings {
  const choose = <T extends string>(name: string, all: readonly T[], fallback: T): T => {
    const value = options[name] ?? fallback;
    const found = all.find((each) => each === value);
    if (!found) throw new Error(`--${name} is one of: ${all.join(", ")}.`);
    return found;
  };
  return {
    ...defaultPrayerSettings,
    method: choose("method", PrayerMethod.options, defaultPrayerSettings.method),
    madhab: choose("asr", Madhab.options, defaultPrayerSettings.madhab),
    nightRule: choose("rule", [...NightRule.options, "auto"] as const, defaultPrayerSettings.nightRule),
  };
}

function* listDays(input: ParsedArguments): Generator<Day> {
  const from = Day.safeParse(requireOption(input, "from"));
  if (!from.success) throw new Error("--from is a date such as 2026-01-01.");
  const count = Number(input.options["days"] ?? 1);
  if (!Number.isInteger(count) || count < 1 || count > maxDays)
    throw new Error(`--days is from 1 to ${maxDays}.`);
  for (let day = from.data, n = 0; n < count; n++, day = addDays(day, 1)) yield day;
}

const formatTime = (time: Date, zone: string) =>
  time.toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
