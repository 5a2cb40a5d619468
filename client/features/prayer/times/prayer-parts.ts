import { getNotifiedPrayerName } from "#shared/prayer/scheduled-alerts.ts";
import { prayers } from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { toLocalDay } from "#shared/reading-activity/time-zone.ts";
import { formatTimeAt, getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { getPrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** Null without a location. */
export function getPrayerParts(now = new Date()): readonly string[] | null {
  const { location, settings } = getPrayerProfile();
  if (!location) return null;
  const times = getDayTimes(location, settings, toLocalDay(location.zone, now.getTime()));
  return prayers.map((prayer) =>
    t("prayer.afterPrayer", {
      prayer: getPrayerName(getNotifiedPrayerName(prayer, times.day)),
      time: formatTimeAt(times[prayer], location.zone),
    }),
  );
}
