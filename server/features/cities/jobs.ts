import * as z from "zod/mini";
import { defineJob } from "#server/jobs/jobs.ts";
import { gatheredApart } from "./gathered.ts";
import { replaceCities } from "./queries.ts";
import { citiesVersion } from "./version.ts";

/** Lists the cities of the world anew from the lists of this version. */
export const listCities = defineJob({
  name: "cities.list",
  payload: z.strictObject({}),
  run: ({ db, clock }) => replaceCities(db, { version: citiesVersion, madeAt: clock() }, gatheredApart()),
});
