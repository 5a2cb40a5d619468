import { createStoredPreference } from "#client/lib/stored-preference.ts";

export const calendars = ["gregorian", "hijri", "both"] as const;
export type Calendar = (typeof calendars)[number];

export const {
  get: getChosenCalendar,
  set: chooseCalendar,
  use: useCalendar,
} = createStoredPreference("calendar", calendars);
