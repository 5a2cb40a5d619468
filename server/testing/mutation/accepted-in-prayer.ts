import { type AcceptedSurvivor, accept } from "./accept.ts";

export const acceptedInPrayer: readonly AcceptedSurvivor[] = [
  ...accept("shared/prayer/alert-settings.ts", "Defaults are data.", ["{ sound: \"athan\", recordingId: null }", "{}"], ["[]", "[\"Stryker was here\"]"]),
  ...accept("shared/prayer/calendar-file.ts", "Lines may be shorter than allowed.", ["length + octets > maxOctets", "length + octets >= maxOctets"]),
  ...accept("shared/prayer/country-defaults.ts", "The order does not matter.", ["[...new Set([...methodByCountry.keys(), ...Object.keys(anglesByCountry), ...hanafi])] .sort()", "[...new Set([...methodByCountry.keys(), ...Object.keys(anglesByCountry), ...hanafi])]"]),
  ...accept("shared/prayer/current-and-next.ts", "The times of three days include both, and the check is for the types.", ["!current || !next || !today", "false", "(!current || !next) && !today"], ["!current || !next", "false", "!current && !next"]),
  ...accept("shared/prayer/prayer-profile.ts", "Defaults are data.", ["{ location: null, settings: defaultPrayerSettings, alerts: defaultAlerts, }", "{}"]),
  ...accept("shared/prayer/scheduled-alerts.ts", "A day to spare is calculated at each end.", ["to + maxReminderOffsetMs", "to - maxReminderOffsetMs"], ["from - maxReminderOffsetMs", "from + maxReminderOffsetMs"], ["day <= last", "day < last"], ["180 * minuteMs", "180 / minuteMs"]),
  ...accept("shared/prayer/sun-times.ts", "It moves the result by less than the accuracy of the formulas.", ["Number(before) >= 0", "Number(before) > 0"], ["Number(after) <= 0", "Number(after) < 0"], ["Number(before) <= 0", "Number(before) < 0"], ["Number(after) >= 0", "Number(after) > 0"], ["altitude < Math.atan(1 / (shadow + noonShadow)) / rad", "altitude <= Math.atan(1 / (shadow + noonShadow)) / rad"], ["Math.abs(location.latitude - getSunPosition(location, noon).declination) >= 90", "Math.abs(location.latitude - getSunPosition(location, noon).declination) > 90"], ["count < bisectionSteps", "count <= bisectionSteps"], ["2 * anomaly", "2 / anomaly"]),
];
