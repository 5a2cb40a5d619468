import { fold } from "#shared/books/normalize-search-text.ts";
import type { City } from "#shared/cities/contract.ts";
import type { Services } from "#server/services.ts";
import { soundOf } from "./names.ts";
import { findCities, hasCities } from "./queries.ts";

const usualLimit = 8;

export async function searchCities(
  { db }: Pick<Services, "db">,
  search: string,
  limit = usualLimit,
): Promise<{ readonly cities: City[]; readonly isListing: boolean }> {
  const folded = fold(search);
  const cities = folded === "" ? [] : await findCities(db, { folded, sound: soundOf(folded), limit });
  return { cities, isListing: cities.length === 0 && !(await hasCities(db)) };
}
