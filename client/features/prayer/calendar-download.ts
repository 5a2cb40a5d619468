import { calendarFile } from "#shared/prayer/calendar-file.ts";
import type { ChosenPlace } from "#shared/prayer/setup.ts";
import type { DayTimes } from "#shared/prayer/times.ts";
import { say } from "#client/lib/words.ts";
import { prayerName } from "./call-words.ts";
import { placeName } from "./place.ts";

/** Of whom the file says that it made it. */
const maker = "maktaba";

/** Gives the prayers of some days to this device's calendar, as a file. */
export function downloadCalendar(days: readonly DayTimes[], place: ChosenPlace, month: string): void {
  const name = placeName(place);
  const text = calendarFile({
    days,
    nameOf: prayerName,
    title: say("prayer.icsTitle", { place: name }),
    place: { ...place, called: name },
    maker,
    madeAt: new Date(),
  });
  const address = URL.createObjectURL(new Blob([text], { type: "text/calendar;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `prayer-times-${month}.ics`;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
