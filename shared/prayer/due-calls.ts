import { type Day, weekdayOf } from "#shared/ledger/zone.ts";
import type { CalledPrayer, CallSound, PrayerCalls, RecordingId } from "./calls.ts";
import { type DayMoment, dayMoments, type PrayerPlace, type PrayerSettings } from "./settings.ts";
import { type DayTimes, dayTimes } from "./times.ts";

/** Something that a reader is to hear at a moment: a call to prayer, or a reminder of one. */
export interface DueCall {
  /** The place's own day that the prayer belongs to; far north its Isha may come after that day's midnight. */
  readonly day: Day;
  readonly moment: DayMoment;
  /** What it is called: on Fridays the moment of Dhuhr is Friday's prayer. */
  readonly prayer: CalledPrayer | "sunrise";
  /** 0 for the call itself, less for a reminder before it, more for one after it. */
  readonly minutes: number;
  readonly at: Date;
  /** When the prayer itself is. */
  readonly prayerAt: Date;
  readonly sound: Exclude<CallSound, "none">;
  readonly recordingId: RecordingId | null;
}

const friday = 5;

/** What a prayer is called on a day. */
export function calledOn(day: Day, moment: DayMoment): DueCall["prayer"] {
  return moment === "dhuhr" && weekdayOf(day) === friday ? "friday" : moment;
}

/** What is to be heard of a day, in the order of its times: nothing that is switched off or muted then. */
export function dueCalls(
  place: PrayerPlace,
  settings: PrayerSettings,
  calls: PrayerCalls,
  day: Day,
): DueCall[] {
  return dueCallsOf(dayTimes(place, settings, day), calls);
}

/** The same, where the day's times are known. */
export function dueCallsOf(times: DayTimes, { calls, reminders, mutedUntil }: PrayerCalls): DueCall[] {
  const due = new Map<string, DueCall>();
  const add = (moment: DayMoment, minutes: number, sound: CallSound, recordingId: RecordingId | null) => {
    const prayerAt = times[moment];
    const at = new Date(prayerAt.getTime() + minutes * 60_000);
    if (sound === "none" || (mutedUntil && at < mutedUntil)) return;
    const prayer = calledOn(times.day, moment);
    const key = `${moment} ${minutes}`;
    // Two reminders of the same minute are one; the one that can be heard holds.
    if (due.get(key)?.sound === "chime") return;
    due.set(key, { day: times.day, moment, prayer, minutes, at, prayerAt, sound, recordingId });
  };
  for (const moment of dayMoments) {
    const prayer = calledOn(times.day, moment);
    if (prayer !== "sunrise") add(moment, 0, calls[prayer].sound, calls[prayer].recordingId);
    for (const reminder of reminders) {
      if (reminder.prayer === prayer) add(moment, reminder.minutes, reminder.sound, null);
    }
  }
  return [...due.values()].sort((one, other) => one.at.getTime() - other.at.getTime());
}
