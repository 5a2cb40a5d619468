import { fold } from "#shared/books/fold.ts";
import type { City } from "#shared/cities/contract.ts";
import type { Services } from "#server/services.ts";
import { soundOf } from "./names.ts";
import { findCities } from "./queries.ts";

const usualLimit = 8;

export async function searchCities(
  { db }: Pick<Services, "db">,
  search: string,
  limit = usualLimit,
): Promise<City[]> {
  const folded = fold(search);
  if (folded === "") return [];
  return findCities(db, { folded, sound: soundOf(folded), limit });
}
