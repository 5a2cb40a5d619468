import type { MinuteAdjustments } from "#shared/prayer/explain-times.ts";
import { getPrayerName } from "#client/features/prayer/alerts/prayer-alert-texts.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** A signed change in minutes, isolated from Arabic text: "+2", "−3", "0". */
export const formatSigned = (minutes: number): string =>
  `\u{200E}${minutes > 0 ? "+" : minutes < 0 ? "−" : ""}${Math.abs(minutes)}`;

/** "Fajr −1, Isha +2". */
export const formatAdjustments = (all: readonly MinuteAdjustments[]): string =>
  formatItems(
    all.map(({ dayTime, minutes }) =>
      t("prayer.momentMinutes", { dayTime: getPrayerName(dayTime), minutes: formatSigned(minutes) }),
    ),
  );
