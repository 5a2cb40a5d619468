import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { queryInt } from "#shared/api/schemas.ts";
import { CountryCode } from "#shared/prayer/country-defaults.ts";

export const City = z.object({
  /** GeoNames id. */
  id: z.int(),
  name: z.string(),
  arabicName: z.nullable(z.string()),
  /** Null for disputed territories. */
  country: z.nullable(CountryCode),
  region: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /** IANA time zone. */
  zone: z.string(),
});
export type City = z.infer<typeof City>;

/** Maximum number of characters that are searched. */
export const maxSearchLength = 200;

export const citiesContract = {
  findCities: route({
    method: "GET",
    path: "/api/prayer/cities",
    access: "guest",
    budget: "search",
    summary: "Cities by prefix, in Latin or Arabic script; requests are not logged",
    unwatched: "The list of cities is fixed",
    query: z.strictObject({
      search: z.string().check(z.maxLength(maxSearchLength), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
      limit: queryInt(1, 20),
    }),
    response: z.object({
      cities: z.array(City),
      /** True while a new server is still importing cities. */
      isImporting: z.boolean(),
    }),
  }),
};
