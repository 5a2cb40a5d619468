import { Bell } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { getNextDay, toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { updateAlertSettings, usePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { useClock } from "#client/features/prayer/times/clock.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { formatTimeAt } from "./prayer-alert-texts.ts";

const hourMs = 3_600_000;

interface MuteMenuProps {
  readonly zone: string;
  readonly onMute?: () => void;
}

export function MuteMenu({ zone, onMute }: MuteMenuProps) {
  const { mutedUntil } = usePrayerProfile().alerts;
  const now = useClock(60_000);
  const group = usePreserveFocus(mutedUntil);
  const isMuted = mutedUntil !== null && mutedUntil > now;
  const muteUntil = (until: number) => {
    onMute?.();
    updateAlertSettings({ mutedUntil: new Date(until) });
  };
  return (
    <div ref={group} className="flex flex-wrap items-center gap-2 text-small">
      <p role="status" className="font-medium empty:hidden">
        {isMuted && t("prayerAlert.mutedUntil", { time: formatTimeInZone(mutedUntil, zone) })}
      </p>
      {isMuted ? (
        <Button
          key="mute"
          tone="secondary"
          size="small"
          icon={<Bell aria-hidden />}
          onClick={() => updateAlertSettings({ mutedUntil: null })}
        >
          {t("prayerAlert.unmute")}
        </Button>
      ) : (
        <>
          <Button key="hour" tone="secondary" size="small" onClick={() => muteUntil(Date.now() + hourMs)}>
            {t("prayerAlert.muteHour")}
          </Button>
          <Button
            key="day"
            tone="secondary"
            size="small"
            onClick={() => muteUntil(getNextDay(zone, Date.now()))}
          >
            {t("prayerAlert.muteDay")}
          </Button>
        </>
      )}
    </div>
  );
}

function usePreserveFocus(changed: unknown) {
  const group = useRef<HTMLDivElement>(null);
  const [wasInside, setInside] = useState(false);
  useEffect(() => {
    const updateFocus = () => setInside(group.current?.contains(document.activeElement) ?? false);
    document.addEventListener("focusin", updateFocus);
    return () => document.removeEventListener("focusin", updateFocus);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when the value changes.
  useEffect(() => {
    if (wasInside && document.activeElement === document.body)
      group.current?.querySelector("button")?.focus();
  }, [changed]);
  return group;
}

/** Includes the date when it is not today. */
function formatTimeInZone(time: Date, zone: string): string {
  if (toLocalDay(zone, time.getTime()) === toLocalDay(zone, Date.now())) return formatTimeAt(time, zone);
  return new Intl.DateTimeFormat(getLocale(), {
    weekday: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZone: zone,
  }).format(time);
}
