import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { CountryCode, CountryDefault } from "./country-defaults.ts";

export const SiteDefault = z.object({ country: CountryCode, ...CountryDefault.shape });
export type SiteDefault = z.infer<typeof SiteDefault>;

export const defaultsContract = {
  /** Differences from `country-defaults.ts`, by country. */
  listDefaults: route({
    method: "GET",
    path: "/api/prayer/defaults",
    access: "guest",
    summary: "Countries with changed prayer defaults",
    reads: ["prayer-default"],
    response: z.array(SiteDefault),
  }),

  saveDefault: route({
    method: "PUT",
    path: "/api/prayer/defaults/:country",
    access: "employee",
    summary: "Sets the prayer defaults of a country",
    changes: ["prayer-default"],
    params: z.strictObject({ country: CountryCode }),
    body: CountryDefault,
    response: z.array(SiteDefault),
  }),
};
