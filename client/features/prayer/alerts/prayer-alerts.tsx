import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { getRecordingUrl, type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { findNextPrayerAfter, type ScheduledAlert } from "#shared/prayer/scheduled-alerts.ts";
import { getPrayerProfile, onPrayerProfileChange } from "#client/features/prayer/settings/profile-store.ts";
import { syncToServer } from "#client/features/prayer/settings/sync-settings.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import {
  endInterruptions,
  releaseTransientFocus,
  requestTransientFocus,
} from "#client/lib/audio/audio-focus.ts";
import { type NextPrayer, setNextPrayerProvider } from "./next-prayer.ts";
import { PrayerAlertController } from "./prayer-alert-controller.ts";
import { PrayerAlertOverlay } from "./prayer-alert-overlay.tsx";
import { formatTimeAt, getPrayerName } from "./prayer-alert-texts.ts";
import { deviceClock, PrayerScheduler, snoozeMs } from "./prayer-scheduler.ts";
import { chooseRecording } from "./recordings.ts";
import { trialAlert } from "./trial-alert.ts";

const requestTimeoutMs = 3_000;

/** Schedules prayer alerts and shows those that are due. */
export function PrayerAlerts() {
  const client = useQueryClient();
  const readerId = useUser()?.id ?? null;
  const [controller, setController] = useState<PrayerAlertController | null>(null);
  useEffect(() => {
    const { controller, stop } = createAlertController((alert) => getRecording(alert, client));
    setController(controller);
    const showTrial = () => {
      const alert = trialAlert.getState();
      if (!alert) return;
      trialAlert.set(null);
      void controller.call(alert);
    };
    showTrial();
    const stopTrials = trialAlert.subscribe(showTrial);
    const unsubscribe = setNextPrayerProvider(getNextPrayer);
    return () => {
      unsubscribe();
      stopTrials();
      stop();
    };
  }, [client]);
  useEffect(() => syncToServer(readerId), [readerId]);
  return controller && <PrayerAlertOverlay controller={controller} />;
}

function getNextPrayer(): NextPrayer | null {
  const { location, settings } = getPrayerProfile();
  if (!location) return null;
  const { name, at } = findNextPrayerAfter(location, settings, new Date());
  return { name: getPrayerName(name), at, formatTime: (time) => formatTimeAt(time, location.zone) };
}

/** The URL of an alert's recording; null when there is none or it cannot be fetched in time. */
async function getRecording(
  { prayer, sound, recordingId }: ScheduledAlert,
  client: QueryClient,
): Promise<string | null> {
  if (prayer === "sunrise") return null;
  const requested = query(recordingsContract.listRecordings, {});
  const getCached = () => client.getQueryData(requested.queryKey) ?? [];
  const timeout = new Promise<readonly Recording[]>((resolve) =>
    setTimeout(() => resolve(getCached()), requestTimeoutMs),
  );
  const fetched = client.fetchQuery({ ...requested, staleTime: 600_000 }).catch(getCached);
  const recording = chooseRecording({ prayer, sound, recordingId }, await Promise.race([fetched, timeout]));
  return recording && getRecordingUrl(recording.id);
}

function createAlertController(getRecording: (alert: ScheduledAlert) => Promise<string | null>) {
  const clock = deviceClock;
  const controller = new PrayerAlertController({
    clock,
    volume: () => getPrayerProfile().alerts.volume,
    getRecording,
    requestFocus: requestTransientFocus,
    endInterruptions,
    releaseFocus: releaseTransientFocus,
    snooze: (alert) => {
      scheduler.snooze(alert);
      return new Date(clock.now() + snoozeMs);
    },
  });
  const scheduler = new PrayerScheduler({
    clock,
    getProfile: getPrayerProfile,
    onProfileChange: onPrayerProfileChange,
    onDue: (alert) => void controller.call(alert),
  });
  void controller.restore();
  const stopScheduler = scheduler.start();
  const unsubscribe = onPrayerProfileChange(() => {
    const { volume, mutedUntil } = getPrayerProfile().alerts;
    controller.applySettings(volume, mutedUntil !== null && mutedUntil.getTime() > clock.now());
  });
  // Checks immediately after sleep or when the tab becomes visible.
  const onVisibilityChange = () => scheduler.check();
  document.addEventListener("visibilitychange", onVisibilityChange);
  return {
    controller,
    stop: () => {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      stopScheduler();
      unsubscribe();
      controller.end();
    },
  };
}
