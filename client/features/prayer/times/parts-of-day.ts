import { calledName } from "#shared/prayer/scheduled-alerts.ts";
import { prayers } from "#shared/prayer/settings.ts";
import { dayTimes } from "#shared/prayer/times.ts";
import { dayAt } from "#shared/reading-activity/time-zone.ts";
import { prayerName, timeThere } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { prayerSetup } from "#client/features/prayer/settings/setup-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** What the five parts of today are called after the prayers of this device's place; null where it knows none. */
export function partsOfPrayers(now = new Date()): readonly string[] | null {
  const { place, settings } = prayerSetup();
  if (!place) return null;
  const times = dayTimes(place, settings, dayAt(place.zone, now.getTime()));
  return prayers.map((prayer) =>
    t("prayer.afterPrayer", {
      prayer: prayerName(calledName(prayer, times.day)),
      time: timeThere(times[prayer], place.zone),
    }),
  );
}
