import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInPrayer: readonly AcceptedSurvivor[] = [
  ...accept(
    "shared/prayer/alert-settings.ts",
    "Defaults are data.",
    ['{ sound: "athan", recordingId: null }', "{}"],
    ["[]", '["Stryker was here"]'],
  ),
  ...accept("shared/prayer/calculate-times.ts", "Calculating the same day again changes nothing.", [
    "dayDifference === 0",
    "false",
  ]),
  ...accept(
    "shared/prayer/calculate-times.ts",
    "Code for high latitudes, whose tests (`*.slow.test.ts`) are too slow for this area.",
    [
      "Math.abs(location.latitude) < seventhOfMoonsighting",
      "false",
      "Math.abs(location.latitude) <= seventhOfMoonsighting",
    ],
    ["!maghribAngle", "maghribAngle"],
    ["isFajrRecalculated", "true"],
    ["isIshaRecalculated", "false"],
    [
      'parameters.method !== "MoonsightingCommittee" || Math.abs(location.latitude) < seventhOfMoonsighting',
      'parameters.method !== "MoonsightingCommittee" && Math.abs(location.latitude) < seventhOfMoonsighting',
    ],
    ['parameters.method !== "MoonsightingCommittee"', "false"],
    ["Math.abs(location.latitude) >= highLatitude", "false", "Math.abs(location.latitude) > highLatitude"],
    ["isHigh && !maghribAngle", "true", "false", "isHigh || !maghribAngle"],
    [
      "Math.abs(libraryTimes.asr.getTime() - exactAsr) <= maxRoundingMs",
      "Math.abs(libraryTimes.asr.getTime() - exactAsr) < maxRoundingMs",
    ],
    ['parameters.method === "MoonsightingCommittee"', "false"],
    ["isHigh", "true", "false"],
    ["{ time: result[time].getTime() - getAddedMs(time), withinMs: maxDeviationMs }", "{}"],
    ["result[time].getTime() - getAddedMs(time)", "result[time].getTime() + getAddedMs(time)"],
    [
      "!isTwilightNear(location, angle, twilightSides[time], at)",
      "isTwilightNear(location, angle, twilightSides[time], at)",
    ],
    ['!parameters.ishaInterval && needsRecalculation("isha", ishaAngle)', "false"],
    ["isFajrRecalculated || isIshaRecalculated", "true", "isFajrRecalculated && isIshaRecalculated"],
  ),
  ...accept("shared/prayer/calculate-times.ts", "In the north, the library applies the same rule.", [
    "location.latitude < 0",
    "true",
    "location.latitude <= 0",
  ]),
  ...accept("shared/prayer/calculate-times.ts", "Noon need only be accurate to minutes.", [
    'dhuhr.getTime() - getAddedMs("dhuhr")',
    'dhuhr.getTime() + getAddedMs("dhuhr")',
  ]),
  ...accept("shared/prayer/calendar-file.ts", "Lines may be shorter than allowed.", [
    "length + octets > maxOctets",
    "length + octets >= maxOctets",
  ]),
  ...accept("shared/prayer/country-defaults.ts", "The order does not matter.", [
    "[...new Set([...methodByCountry.keys(), ...Object.keys(anglesByCountry), ...hanafi])] .sort()",
    "[...new Set([...methodByCountry.keys(), ...Object.keys(anglesByCountry), ...hanafi])]",
  ]),
  ...accept(
    "shared/prayer/current-and-next.ts",
    "The times of three days include both; the check is for the types.",
    ["!current || !next || !today", "false", "(!current || !next) && !today"],
    ["!current || !next", "false", "!current && !next"],
  ),
  ...accept("shared/prayer/explain-times.ts", "The tolerance is no exact limit.", [
    "Math.abs(time.getTime() - bound) <= minuteMs",
    "Math.abs(time.getTime() - bound) < minuteMs",
  ]),
  ...accept(
    "shared/prayer/polar-fallback.ts",
    "Code for high latitudes, whose tests (`*.slow.test.ts`) are too slow for this area.",
    ["false", "true"],
    ["Math.abs(location.latitude) < polarFrom", "false", "Math.abs(location.latitude) <= polarFrom"],
  ),
  ...accept(
    "shared/prayer/polar-fallback.ts",
    "It only saves time.",
    ["oldest !== undefined", "true", "oldest === undefined"],
    [
      "cache.get(key) ?? findLatitude(location, parameters, day)",
      "cache.get(key) && findLatitude(location, parameters, day)",
    ],
    [
      "cache.size > maxCached && oldest !== undefined",
      "true",
      "false",
      "cache.size > maxCached || oldest !== undefined",
    ],
    ["cache.size > maxCached", "true", "cache.size >= maxCached", "cache.size <= maxCached"],
  ),
  ...accept("shared/prayer/prayer-profile.ts", "Defaults are data.", [
    "{ location: null, settings: defaultPrayerSettings, alerts: defaultAlerts, }",
    "{}",
  ]),
  ...accept(
    "shared/prayer/scheduled-alerts.ts",
    "A day to spare is calculated at each end.",
    ["to + maxReminderOffsetMs", "to - maxReminderOffsetMs"],
    ["from - maxReminderOffsetMs", "from + maxReminderOffsetMs"],
    ["day <= last", "day < last"],
    ["180 * minuteMs", "180 / minuteMs"],
  ),
  ...accept(
    "shared/prayer/sun-times.ts",
    "It moves the result by less than the accuracy of the formulas.",
    ["Number(before) >= 0", "Number(before) > 0"],
    ["Number(after) <= 0", "Number(after) < 0"],
    ["Number(before) <= 0", "Number(before) < 0"],
    ["Number(after) >= 0", "Number(after) > 0"],
    [
      "altitude < Math.atan(1 / (shadow + noonShadow)) / rad",
      "altitude <= Math.atan(1 / (shadow + noonShadow)) / rad",
    ],
    [
      "Math.abs(location.latitude - getSunPosition(location, noon).declination) >= 90",
      "Math.abs(location.latitude - getSunPosition(location, noon).declination) > 90",
    ],
    ["count < bisectionSteps", "count <= bisectionSteps"],
    ["2 * anomaly", "2 / anomaly"],
  ),
  ...accept("shared/prayer/times.ts", "Both values are the same then.", [
    "today.times.isha.getTime() - ishaAdjustment > midnight.getTime()",
    "today.times.isha.getTime() - ishaAdjustment >= midnight.getTime()",
  ]),
  ...accept(
    "shared/prayer/times.ts",
    "Only `late-isha.slow.test.ts` notices it.",
    ["midnight.getTime() + ishaAdjustment", "midnight.getTime() - ishaAdjustment"],
    ["settings.adjustments.isha * minuteMs", "settings.adjustments.isha / minuteMs"],
  ),
  ...accept("shared/prayer/times.ts", "The latitude is no exact limit.", [
    "Math.abs(latitude) > moonsightingSeventhLatitude",
    "Math.abs(latitude) >= moonsightingSeventhLatitude",
  ]),
];
