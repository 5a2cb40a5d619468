import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { City } from "#shared/cities/contract.ts";
import type { Services } from "#server/services.ts";
import { toPhoneticKey } from "./names.ts";
import { findCities, hasCities } from "./queries.ts";

const defaultLimit = 8;

export async function searchCities(
  { db }: Pick<Services, "db">,
  search: string,
  limit = defaultLimit,
): Promise<{ readonly cities: City[]; readonly isImporting: boolean }> {
  const normalized = normalizeSearchText(search);
  const cities =
    normalized === "" ? [] : await findCities(db, { normalized, phonetic: toPhoneticKey(normalized), limit });
  return { cities, isImporting: cities.length === 0 && !(await hasCities(db)) };
}
