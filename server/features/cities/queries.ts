import { eq, sql } from "drizzle-orm";
import type { City } from "#shared/cities/contract.ts";
import type { Database } from "#server/db/client.ts";
import { cities, cityLists, cityNames } from "#server/db/schema/prayer/cities.ts";
import type { CityBatch } from "./build-city-rows.ts";
import { nameKinds } from "./names.ts";

export async function hasCitiesVersion(db: Database, version: string): Promise<boolean> {
  return (await db.$count(cityLists, eq(cityLists.version, version))) > 0;
}

export async function hasCities(db: Database): Promise<boolean> {
  return (await db.$count(cityLists)) > 0;
}

export async function replaceCities(
  db: Database,
  list: { readonly version: string; readonly createdAt: Date },
  batches: AsyncIterable<CityBatch> | Iterable<CityBatch>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Only one process imports; others find it done.
    await tx.execute(sql`select pg_advisory_xact_lock(727005), set_config('statement_timeout', '60s', true)`);
    if (await hasCitiesVersion(tx, list.version)) return;
    await tx.delete(cities);
    await tx.delete(cityNames);
    await tx.delete(cityLists);
    for await (const batch of batches) await insertCities(tx, batch);
    await tx.insert(cityLists).values(list);
  });
  await db.execute(sql`vacuum (analyze) ${cityNames}`);
}

async function insertCities(db: Database, batch: CityBatch): Promise<void> {
  // One array parameter per column: binding thousands of parameters is slower than writing the rows.
  const [rows, names] = [JSON.stringify(batch.cities), JSON.stringify(batch.names)];
  await db.execute(sql`
    insert into ${cities}
      (id, name, arabic_name, country, region, latitude, longitude, zone, population)
    select (c->>0)::int, c->>1, c->>2, c->>3, c->>4, (c->>5)::float8, (c->>6)::float8, c->>7, (c->>8)::int
    from json_array_elements(${rows}::json) c`);
  await db.execute(sql`
    insert into ${cityNames} (name, city_id, kind, population)
    select n->>0, (n->>1)::int, (n->>2)::smallint, (n->>3)::int
    from json_array_elements(${names}::json) n`);
}

export interface ParsedSearch {
  readonly normalized: string;
  /** The result of `toPhoneticKey`. */
  readonly phonetic: string;
  readonly limit: number;
}

const minNameLength = 4;
const largeCity = 100_000;

export async function findCities(
  db: Database,
  { normalized, phonetic, limit }: ParsedSearch,
): Promise<City[]> {
  const { own, phonetic: samePhonetic, laterWord, fromDictionary } = nameKinds;
  const isLong = sql`(length(name) >= ${minNameLength} or population >= ${largeCity})`;
  // A single letter has too many matches, so only large cities are searched.
  const min = Array.from(normalized).length === 1 ? largeCity / 2 : 0;
  const found = await db.execute<City & Record<string, unknown>>(sql`
    with named as (
      select city_id, population, case
        when name = ${normalized} and kind = ${own} and ${isLong} then 0
        when kind = ${own} then 2
        when kind = ${laterWord} and name = ${normalized} and ${isLong} then 3
        when kind = ${laterWord} then 5
        when name = ${normalized} and ${isLong} then 1
        else 4 end as rank, false as is_phonetic_match
      from ${cityNames}
      where ${beginsWith(normalized)} and kind in (${own}, ${laterWord}, ${fromDictionary}) and population >= ${min}
      union all
      select city_id, population, case when name = ${phonetic} and ${isLong} then 2 else 6 end, name = ${phonetic} and ${isLong}
      from ${cityNames}
      where ${beginsWith(phonetic)} and kind in (${samePhonetic}, ${fromDictionary}) and population >= ${min}
    ), ranked as (
      select city_id, min(rank) as rank, max(population) as population
      from named
      where rank < 6 or not exists (select from named where rank <= 1 or is_phonetic_match)
      group by city_id order by rank, population desc, city_id limit ${limit}
    )
    select c.id, c.name, c.arabic_name as "arabicName", c.country, c.region, c.latitude, c.longitude, c.zone
    from ranked r join ${cities} c on c.id = r.city_id
    order by r.rank, r.population desc, r.city_id`);
  return found.rows;
}

const beginsWith = (text: string) => sql`name >= ${text} and name < ${`${text}\u{10FFFF}`}`;
