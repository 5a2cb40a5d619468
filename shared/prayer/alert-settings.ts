import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { prayers } from "./settings.ts";

export const notifiedPrayers = [...prayers, "friday"] as const;
export const NotifiedPrayer = z.enum(notifiedPrayers);
export type NotifiedPrayer = z.infer<typeof NotifiedPrayer>;

/**
 * The alert of a prayer. `athan` and `takbir` use a recording, or the chime without one; `silent` shows a
 * notification without audio, `none` does nothing.
 */
export const alertAudios = ["athan", "takbir", "chime", "silent", "none"] as const;
export const AlertAudio = z.enum(alertAudios);
export type AlertAudio = z.infer<typeof AlertAudio>;

export const RecordingId = z.uuid().brand<"RecordingId">();
export type RecordingId = z.infer<typeof RecordingId>;

export const PrayerAlert = z.strictObject({
  sound: AlertAudio,
  /** The recording to play; null for the default, which for Fajr is one of Fajr. */
  recordingId: z.nullable(RecordingId),
});
export type PrayerAlert = z.infer<typeof PrayerAlert>;

export const PrayerReminder = z.strictObject({
  id: z.uuid(),
  prayer: z.enum([...notifiedPrayers, "sunrise"]),
  /** Negative before the time, positive after it. */
  minutes: z.number().check(
    z.int(),
    z.gte(-180),
    z.lte(180),
    z.refine((minutes) => minutes !== 0),
  ),
  sound: z.enum(["chime", "silent"]),
});
export type PrayerReminder = z.infer<typeof PrayerReminder>;

export const PrayerAlertSettings = z.strictObject({
  byPrayer: z.strictObject({
    fajr: PrayerAlert,
    dhuhr: PrayerAlert,
    asr: PrayerAlert,
    maghrib: PrayerAlert,
    isha: PrayerAlert,
    friday: PrayerAlert,
  }),
  reminders: z.array(PrayerReminder).check(z.maxLength(60)),
  /** Muted until this time; null when not muted. */
  mutedUntil: z.nullable(Instant),
  /** 0 to 1. */
  volume: z.number().check(z.gte(0), z.lte(1)),
});
export type PrayerAlertSettings = z.infer<typeof PrayerAlertSettings>;

const defaultAlert: PrayerAlert = { sound: "athan", recordingId: null };

export const defaultAlerts: PrayerAlertSettings = {
  byPrayer: {
    fajr: defaultAlert,
    dhuhr: defaultAlert,
    asr: defaultAlert,
    maghrib: defaultAlert,
    isha: defaultAlert,
    friday: defaultAlert,
  },
  reminders: [],
  mutedUntil: null,
  volume: 0.8,
};
