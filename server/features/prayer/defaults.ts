import { isDeepStrictEqual } from "node:util";
import type { UserId } from "#shared/accounts/user.ts";
import { type CountryDefault, getCountryDefault } from "#shared/prayer/country-defaults.ts";
import type { SiteDefault } from "#shared/prayer/defaults.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Services } from "#server/services.ts";
import { deleteDefault, listDefaults, upsertDefault } from "./default-queries.ts";

export async function saveDefault(
  services: Pick<Services, "db" | "clock" | "log">,
  actorId: UserId,
  country: string,
  defaults: CountryDefault,
): Promise<SiteDefault[]> {
  return services.db.transaction(async (tx) => {
    if (isDeepStrictEqual(defaults, getCountryDefault(country))) await deleteDefault(tx, country);
    else await upsertDefault(tx, { country, ...defaults });
    await writeAudit(services, "athan.default", actorId, country, { ...defaults }, tx);
    return listDefaults(tx);
  });
}
