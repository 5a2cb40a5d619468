import { createCalendarFile } from "#shared/prayer/calendar-file.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import type { DayTimes } from "#shared/prayer/times.ts";
import { getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatLocationName } from "#client/features/prayer/location/location.ts";
import { t } from "#client/lib/i18n/i18n.ts";

const createdBy = "maktaba";

/** Downloads the prayer times of some days as an iCalendar file. */
export function downloadCalendar(days: readonly DayTimes[], location: ChosenLocation, month: string): void {
  const name = formatLocationName(location);
  const text = createCalendarFile({
    days,
    getName: getPrayerName,
    title: t("prayer.icsTitle", { place: name }),
    location: { ...location, displayName: name },
    createdBy,
    createdAt: new Date(),
  });
  const url = URL.createObjectURL(new Blob([text], { type: "text/calendar;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `prayer-times-${month}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
