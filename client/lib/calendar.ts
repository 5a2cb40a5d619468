import { useSyncExternalStore } from "react";

export const calendars = ["gregorian", "hijri", "both"] as const;
export type Calendar = (typeof calendars)[number];

const storedAs = "calendar";
const listeners = new Set<() => void>();

/** The calendar in which this browser was told to show dates. */
export function chosenCalendar(): Calendar {
  const stored = read();
  return calendars.find((calendar) => calendar === stored) ?? "gregorian";
}

/** Shows dates in a calendar, and keeps the choice in this browser. */
export function chooseCalendar(calendar: Calendar): void {
  try {
    localStorage.setItem(storedAs, calendar);
  } catch {
    // A browser that keeps nothing shows the usual calendar.
  }
  for (const listener of listeners) listener();
}

export function useCalendar(): Calendar {
  return useSyncExternalStore(listen, chosenCalendar);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): string | null {
  try {
    return localStorage.getItem(storedAs);
  } catch {
    return null;
  }
}
