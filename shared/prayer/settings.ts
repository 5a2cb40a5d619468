import * as z from "zod/mini";
import { rawText } from "#shared/api/schemas.ts";

/** The five prayers in order. */
export const prayers = ["fajr", "dhuhr", "asr", "maghrib", "isha"] as const;
export const Prayer = z.enum(prayers);
export type Prayer = z.infer<typeof Prayer>;

export const dayTimesList = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"] as const;
export type DayTime = (typeof dayTimesList)[number];

/** Calculation methods by their names in the library, and `Jafari`; `Other` uses custom angles. */
export const prayerMethods = [
  "MuslimWorldLeague",
  "Egyptian",
  "Karachi",
  "UmmAlQura",
  "Dubai",
  "MoonsightingCommittee",
  "NorthAmerica",
  "Kuwait",
  "Qatar",
  "Singapore",
  "Tehran",
  "Turkey",
  "Jafari",
  "Other",
] as const;
export const PrayerMethod = z.enum(prayerMethods);
export type PrayerMethod = z.infer<typeof PrayerMethod>;

export const Madhab = z.enum(["shafi", "hanafi"]);
export type Madhab = z.infer<typeof Madhab>;

export const NightRule = z.enum(["middleofthenight", "seventhofthenight", "twilightangle"]);
export type NightRule = z.infer<typeof NightRule>;

const Angle = z.number().check(z.gte(5), z.lte(25));
const AdjustedBy = z._default(z.number().check(z.int(), z.gte(-60), z.lte(60)), 0);

/** Angles of the sun below the horizon in degrees; Isha can be minutes after Maghrib instead. */
export const CustomAngles = z.strictObject({
  fajr: Angle,
  isha: z.union([
    z.strictObject({ angle: Angle }),
    z.strictObject({ minutes: z.number().check(z.int(), z.gte(30), z.lte(180)) }),
  ]),
  /** Maghrib is the sunset without it. */
  maghrib: z.optional(z.number().check(z.gte(1), z.lte(10))),
});
export type CustomAngles = z.infer<typeof CustomAngles>;

export const PrayerSettings = z.strictObject({
  method: PrayerMethod,
  /** For the method `Other`. */
  angles: z._default(CustomAngles, { fajr: 18, isha: { angle: 17 } }),
  madhab: Madhab,
  /** `auto` chooses by latitude in both hemispheres. */
  nightRule: z.enum([...NightRule.options, "auto"]),
  adjustments: z.strictObject({
    fajr: AdjustedBy,
    sunrise: AdjustedBy,
    dhuhr: AdjustedBy,
    asr: AdjustedBy,
    maghrib: AdjustedBy,
    isha: AdjustedBy,
  }),
  hasRamadanIsha: z.boolean(),
  /** Days by which the local sighting differs from the Umm al-Qura calendar. */
  hijriShift: z.number().check(z.int(), z.gte(-2), z.lte(2)),
});
export type PrayerSettings = z.infer<typeof PrayerSettings>;

/** A place on earth and its time zone. */
export const PrayerLocation = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  /** Degrees east; negative for west. */
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  zone: rawText(64).check(z.minLength(1)),
});
export type PrayerLocation = z.infer<typeof PrayerLocation>;

export const defaultPrayerSettings: PrayerSettings = {
  method: "MuslimWorldLeague",
  angles: { fajr: 18, isha: { angle: 17 } },
  madhab: "shafi",
  nightRule: "auto",
  adjustments: { fajr: 0, sunrise: 0, dhuhr: 0, asr: 0, maghrib: 0, isha: 0 },
  hasRamadanIsha: true,
  hijriShift: 0,
};
