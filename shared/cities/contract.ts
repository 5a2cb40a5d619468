import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { queryInt } from "#shared/api/schemas.ts";
import { CountryCode } from "#shared/prayer/country-defaults.ts";

export const City = z.object({
  /** GeoNames' number. */
  id: z.int(),
  name: z.string(),
  arabicName: z.nullable(z.string()),
  /** Null where it is disputed. */
  country: z.nullable(CountryCode),
  region: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /** The clock of the people there. */
  zone: z.string(),
});
export type City = z.infer<typeof City>;

/** Letters that a name is searched by, at most. */
export const maxSearched = 200;

export const citiesContract = {
  findCities: route({
    method: "GET",
    path: "/api/prayer/cities",
    access: "guest",
    budget: "search",
    summary: "Cities by prefix, in Latin or Arabic script; requests are not logged",
    query: z.strictObject({
      search: z.string().check(z.maxLength(maxSearched), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
      limit: queryInt(1, 20),
    }),
    response: z.object({
      cities: z.array(City),
      /** A server that was just set up is still making its list: nothing is found yet, and soon will be. */
      isListing: z.boolean(),
    }),
  }),
};
