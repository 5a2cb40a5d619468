import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { City, citiesContract } from "#shared/cities/contract.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { toPhoneticKey } from "./names.ts";
import { findCities, hasCities } from "./queries.ts";

const defaultLimit = 8;

export async function searchCities(
  { db }: GuestContext,
  { query: { search, limit = defaultLimit } }: InputOf<typeof citiesContract.findCities>,
): Promise<{ readonly cities: City[]; readonly isImporting: boolean }> {
  const normalized = normalizeSearchText(search);
  const cities =
    normalized === "" ? [] : await findCities(db, { normalized, phonetic: toPhoneticKey(normalized), limit });
  return { cities, isImporting: cities.length === 0 && !(await hasCities(db)) };
}
