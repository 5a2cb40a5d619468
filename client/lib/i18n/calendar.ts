import { createStoredPreference } from "#client/lib/stored-preference.ts";

export const calendars = ["gregorian", "hijri", "both"] as const;
export type Calendar = (typeof calendars)[number];

/** The calendar in which this browser was told to show dates. */
export const {
  chosen: getChosenCalendar,
  choose: chooseCalendar,
  use: useCalendar,
} = createStoredPreference("calendar", calendars);
