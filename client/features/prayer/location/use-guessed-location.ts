import { useQuery } from "@tanstack/react-query";
import { citiesContract } from "#shared/cities/contract.ts";
import type { ChosenLocation } from "#shared/prayer/prayer-profile.ts";
import { query } from "#client/lib/api/query.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { toLocation } from "./location.ts";

const maxCities = 20;

/** The city that gives the device's time zone its name; null while unknown, and for zones without a city. */
export function useGuessedLocation(): ChosenLocation | null {
  const zone = getDeviceTimeZone();
  const search = zone.includes("/") ? (zone.split("/").at(-1) ?? "").replaceAll("_", " ") : "";
  const { data } = useQuery({
    ...query(citiesContract.findCities, { query: { search, limit: maxCities } }),
    enabled: search !== "",
  });
  const city = data?.cities.find((each) => each.zone === zone);
  return city ? toLocation(city) : null;
}
