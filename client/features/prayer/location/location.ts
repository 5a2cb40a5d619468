import type { City } from "#shared/cities/contract.ts";
import type { CountryDefault } from "#shared/prayer/country-defaults.ts";
import type { ChosenLocation, PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import type { CustomAngles, PrayerSettings } from "#shared/prayer/settings.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getChosenLanguage } from "#client/lib/i18n/language.ts";
import { getLocale } from "#client/lib/i18n/locale.ts";
import { findCountryOfZone } from "./country-of-zone.ts";

export const getCityName = ({ name, arabicName }: City): string =>
  (getChosenLanguage() === "ar" && arabicName) || name;

/** "Ontario, Canada". */
export function formatCityRegion({ region, country }: City): string {
  const parts = [region, country && getCountryName(country)];
  return formatItems(parts.filter((part): part is string => Boolean(part)));
}

/** A country's localized name. */
export function getCountryName(code: string): string {
  try {
    return new Intl.DisplayNames([getLocale()], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

export const toLocation = (city: City): ChosenLocation => ({
  latitude: city.latitude,
  longitude: city.longitude,
  zone: city.zone,
  name: getCityName(city),
  country: city.country,
});

export function formatLocationName({ name, latitude, longitude }: ChosenLocation): string {
  if (name !== null) return name;
  const formatDegrees = (value: number) => Math.abs(value).toFixed(2);
  return [
    t(latitude < 0 ? "prayer.south" : "prayer.north", { degrees: formatDegrees(latitude) }),
    t(longitude < 0 ? "prayer.west" : "prayer.east", { degrees: formatDegrees(longitude) }),
  ].join(" ");
}

export async function getLocationAt(latitude: number, longitude: number): Promise<ChosenLocation> {
  const { default: findZone } = await import("@photostructure/tz-lookup");
  const zone = findZone(latitude, longitude);
  return { latitude, longitude, zone, name: null, country: findCountryOfZone(zone) };
}

export function changeLocation(
  location: ChosenLocation,
  { location: previous, settings }: PrayerProfile,
  getDefault: (country: string | null) => CountryDefault,
): Pick<PrayerProfile, "location" | "settings"> {
  const usesDefault = isCalculatedAs(getDefault(previous?.country ?? null), settings);
  return { location, settings: usesDefault ? { ...settings, ...getDefault(location.country) } : settings };
}

export function isCalculatedAs(
  defaults: CountryDefault,
  { method, angles, madhab }: PrayerSettings,
): boolean {
  if (defaults.method !== method || defaults.madhab !== madhab) return false;
  return (
    method !== "Other" ||
    JSON.stringify(normalizeAngles(defaults.angles)) === JSON.stringify(normalizeAngles(angles))
  );
}

const normalizeAngles = ({ fajr, isha, maghrib }: CustomAngles) => ({ fajr, isha, maghrib });
