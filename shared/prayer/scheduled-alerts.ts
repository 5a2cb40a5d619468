import { addDays, type Day, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import type { AlertAudio, NotifiedPrayer, RecordingId } from "./alert-settings.ts";
import { currentAndNextPrayer } from "./current-and-next.ts";
import type { PrayerProfile } from "./prayer-profile.ts";
import type { DayTime, PrayerLocation, PrayerSettings } from "./settings.ts";
import { type DayTimes, dayTimes } from "./times.ts";

/** What is called or reminded of: a day's moment, Friday's prayer under its own name. */
export type NotificationTime = NotifiedPrayer | "sunrise";

/** Something that a reader is to be told at a moment. */
export interface ScheduledAlert {
  /** The same for the same call of a day, whatever is said of its time meanwhile. */
  readonly key: string;
  readonly kind: "call" | "reminder";
  readonly prayer: NotificationTime;
  readonly at: Date;
  /** When the prayer itself begins. */
  readonly prayerAt: Date;
  /** By so many minutes a reminder is before the prayer's time (less than 0) or after it; 0 for a call. */
  readonly minutes: number;
  readonly sound: Exclude<AlertAudio, "none">;
  readonly recordingId: RecordingId | null;
}

const minuteMs = 60_000;
/** A reminder is at most three hours away from its prayer; an Isha may lie behind its day's midnight. */
const reachMs = 180 * minuteMs;
const friday = 5;

/** Everything that is due after a moment, up to another and with it, in its order; what is muted is left out. */
export function alertsBetween(
  place: PrayerLocation,
  { settings, calls }: Pick<PrayerProfile, "settings" | "calls">,
  after: Date,
  until: Date,
): readonly ScheduledAlert[] {
  const [from, to] = [after.getTime(), until.getTime()];
  const last = addDays(toLocalDay(place.zone, to + reachMs), 1);
  const dues: ScheduledAlert[] = [];
  for (let day = addDays(toLocalDay(place.zone, from - reachMs), -1); day <= last; day = addDays(day, 1)) {
    dues.push(...alertsOfDay(dayTimes(place, settings, day), calls));
  }
  const mutedUntil = calls.mutedUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  return dues
    .filter(({ at }) => at.getTime() > from && at.getTime() <= to && at.getTime() >= mutedUntil)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** What the next prayer after a moment is, and when. */
export function nextPrayerAfter(
  place: PrayerLocation,
  settings: PrayerSettings,
  moment: Date,
): { readonly name: NotifiedPrayer; readonly at: Date } {
  const { next } = currentAndNextPrayer(place, settings, moment);
  const name = notifiedPrayerName(next.name, next.day);
  return name === "sunrise" ? nextPrayerAfter(place, settings, next.at) : { name, at: next.at };
}

/** A moment's name as it is called on a day: Friday's own prayer stands in place of its Dhuhr. */
export const notifiedPrayerName = (moment: DayTime, day: Day): NotificationTime =>
  moment === "dhuhr" && new Date(`${day}T12:00:00Z`).getUTCDay() === friday ? "friday" : moment;

/** What is due of a day, whether muted or not. */
export function alertsOfDay(
  times: DayTimes,
  { calls, reminders }: PrayerProfile["calls"],
): readonly ScheduledAlert[] {
  const { day } = times;
  return (["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"] as const).flatMap((moment) => {
    const prayer = notifiedPrayerName(moment, day);
    const prayerAt = times[moment];
    const about = { prayer, prayerAt };
    const reminded = reminders
      .filter((reminder) => reminder.prayer === prayer)
      .map(({ id, minutes, sound }): ScheduledAlert => {
        const at = new Date(prayerAt.getTime() + minutes * minuteMs);
        return {
          ...about,
          // One that was told and is then given other minutes is another.
          key: `${day} ${moment} ${minutes} ${id}`,
          kind: "reminder",
          at,
          minutes,
          sound,
          recordingId: null,
        };
      });
    if (prayer === "sunrise") return reminded;
    const { sound, recordingId } = calls[prayer];
    if (sound === "none") return reminded;
    return [
      ...reminded,
      { ...about, key: `${day} ${moment}`, kind: "call", at: prayerAt, minutes: 0, sound, recordingId },
    ];
  });
}
