import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { prayers } from "./settings.ts";

/** What a reader is called to: the five prayers, and Friday's, which then stands in place of its Dhuhr. */
export const calledPrayers = [...prayers, "friday"] as const;
export const CalledPrayer = z.enum(calledPrayers);
export type CalledPrayer = z.infer<typeof CalledPrayer>;

/**
 * How a prayer is called. `athan` and `takbir` need a recording of the house's, and are the chime until there is one;
 * `silent` shows the notification without a sound, `none` does nothing.
 */
export const callSounds = ["athan", "takbir", "chime", "silent", "none"] as const;
export const CallSound = z.enum(callSounds);
export type CallSound = z.infer<typeof CallSound>;

export const RecordingId = z.uuid().brand<"RecordingId">();
export type RecordingId = z.infer<typeof RecordingId>;

export const PrayerCall = z.strictObject({
  sound: CallSound,
  /** One of the house's recordings; null for the first in its order (of Fajr's own, for Fajr). */
  recordingId: z.nullable(RecordingId),
});
export type PrayerCall = z.infer<typeof PrayerCall>;

/** Something that is said before a prayer's time or after it. */
export const PrayerReminder = z.strictObject({
  id: z.uuid(),
  prayer: z.enum([...calledPrayers, "sunrise"]),
  /** Less than 0 before the time, more after it. */
  minutes: z.number().check(
    z.int(),
    z.gte(-180),
    z.lte(180),
    z.refine((minutes) => minutes !== 0),
  ),
  sound: z.enum(["chime", "silent"]),
});
export type PrayerReminder = z.infer<typeof PrayerReminder>;

/** How a reader is called to prayer. */
export const PrayerCalls = z.strictObject({
  calls: z.strictObject({
    fajr: PrayerCall,
    dhuhr: PrayerCall,
    asr: PrayerCall,
    maghrib: PrayerCall,
    isha: PrayerCall,
    friday: PrayerCall,
  }),
  reminders: z.array(PrayerReminder).check(z.maxLength(60)),
  /** Until then nothing calls and nothing sounds; null when nothing is muted. */
  mutedUntil: z.nullable(Instant),
  /** 0 to 1. */
  volume: z.number().check(z.gte(0), z.lte(1)),
});
export type PrayerCalls = z.infer<typeof PrayerCalls>;

const usualCall: PrayerCall = { sound: "athan", recordingId: null };

export const defaultAlerts: PrayerCalls = {
  calls: {
    fajr: usualCall,
    dhuhr: usualCall,
    asr: usualCall,
    maghrib: usualCall,
    isha: usualCall,
    friday: usualCall,
  },
  reminders: [],
  mutedUntil: null,
  volume: 0.8,
};
