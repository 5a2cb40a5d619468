import { isDeepStrictEqual } from "node:util";
import type { InputOf } from "#shared/api/contract.ts";
import { getCountryDefault } from "#shared/prayer/country-defaults.ts";
import type { defaultsContract, SiteDefault } from "#shared/prayer/defaults.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { deleteDefault, listDefaultRows, upsertDefault } from "./default-queries.ts";

export async function saveDefault(
  context: Context,
  { params: { country }, body: defaults }: InputOf<typeof defaultsContract.saveDefault>,
): Promise<SiteDefault[]> {
  return context.db.transaction(async (tx) => {
    if (isDeepStrictEqual(defaults, getCountryDefault(country))) await deleteDefault(tx, country);
    else await upsertDefault(tx, { country, ...defaults });
    await writeAudit(context, "athan.default", context.user.id, country, { ...defaults }, tx);
    return listDefaultRows(tx);
  });
}

export const listDefaults = ({ db }: GuestContext): Promise<SiteDefault[]> => listDefaultRows(db);
