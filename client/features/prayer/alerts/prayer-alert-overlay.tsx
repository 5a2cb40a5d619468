import { useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router-dom";
import { findNextPrayerAfter } from "#shared/prayer/scheduled-alerts.ts";
import { usePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useLanguage } from "#client/lib/i18n/language.ts";
import { useStore } from "#client/lib/store.ts";
import type { PrayerAlertController } from "./prayer-alert-controller.ts";
import { formatTimeAt, formatTimeLeft, getPrayerName } from "./prayer-alert-texts.ts";
import { PrayerNotification } from "./prayer-notification.tsx";
import { snoozeMs } from "./prayer-scheduler.ts";

export function PrayerAlertOverlay({ controller }: { readonly controller: PrayerAlertController }) {
  const { isOpen } = useStore(controller);
  const layer = useLayer(isOpen);
  return layer && createPortal(<AlertNotification controller={controller} />, layer);
}

function AlertNotification({ controller }: { readonly controller: PrayerAlertController }) {
  useLanguage();
  const navigate = useNavigate();
  const state = useStore(controller);
  const { location, settings, alerts } = usePrayerProfile();
  const { due, snoozedUntil } = state;
  if (!due || !location) return null;
  const time = formatTimeAt(due.prayerAt, location.zone);
  const next = findNextPrayerAfter(location, settings, due.minutes < 0 ? due.prayerAt : due.at);
  return (
    <PrayerNotification
      {...state}
      title={formatTimeLeft(due)}
      prayerName={getPrayerName(due.prayer)}
      prayerTime={location.name ? t("prayerAlert.at", { time, place: location.name }) : time}
      nextPrayer={{ name: getPrayerName(next.name), time: formatTimeAt(next.at, location.zone), at: next.at }}
      snoozedUntil={snoozedUntil && formatTimeAt(snoozedUntil, location.zone)}
      onStop={controller.stop}
      onPlay={controller.play}
      onSnooze={controller.snooze}
      onContinue={controller.resume}
      zone={location.zone}
      isMuted={alerts.mutedUntil !== null && alerts.mutedUntil.getTime() > Date.now() + snoozeMs}
      onMute={controller.silence}
      onOpen={() => {
        if (state.playback === "silent" && !state.canContinue) controller.close();
        void navigate("/prayer-times");
      }}
      onClose={controller.close}
    />
  );
}

function useLayer(isShown: boolean): HTMLElement | null {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (!isShown) return;
    const element = document.createElement("div");
    element.className =
      "pointer-events-none fixed inset-x-0 top-0 z-70 flex justify-center p-3 pt-[max(0.75rem,env(safe-area-inset-top))] sm:justify-end sm:p-4";
    element.setAttribute("aria-live", "assertive");
    // Prevents Radix from closing a dialog below on this press.
    for (const name of ["pointerdown", "focusin"]) {
      element.addEventListener(name, (event) => event.stopPropagation());
    }
    document.body.prepend(element);
    setLayer(element);
    return () => {
      element.remove();
      setLayer(null);
    };
  }, [isShown]);
  return layer;
}
