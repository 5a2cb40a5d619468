import { fold } from "#shared/books/fold.ts";
import type { City } from "#shared/cities/contract.ts";
import type { Services } from "#server/services.ts";
import { listCities } from "./jobs.ts";
import { soundOf } from "./names.ts";
import { findCities, hasCitiesOf } from "./queries.ts";
import { citiesVersion } from "./version.ts";

const usualLimit = 8;

/** Has the cities listed in the background, unless they are there. */
export async function prepareCities({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> {
  if (await hasCitiesOf(db, citiesVersion)) return;
  await jobs.add(listCities, {}, { key: listCities.name });
}

export async function searchCities(
  { db }: Pick<Services, "db">,
  search: string,
  limit = usualLimit,
): Promise<City[]> {
  const folded = fold(search);
  if (folded === "") return [];
  return findCities(db, { folded, sound: soundOf(folded), limit });
}
