import type { CountryDefault } from "#shared/prayer/country-defaults.ts";
import { t } from "#client/lib/i18n/i18n.ts";

export function formatMethod({ method, angles: { fajr, isha } }: CountryDefault): string {
  if (method !== "Other") return t(`prayer.method_${method}`);
  return "minutes" in isha
    ? t("athan.byAnglesAndMinutes", { fajr, minutes: isha.minutes })
    : t("athan.byAngles", { fajr, isha: isha.angle });
}
