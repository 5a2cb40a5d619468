import type { SiteSettings } from "#shared/site/contract.ts";
import type { Services } from "#server/services.ts";
import { findSettings } from "./queries.ts";

/** The settings of registration and uploads: those of admins, else those of the environment. */
export async function getSiteSettings({
  db,
  settings,
}: Pick<Services, "db" | "settings">): Promise<SiteSettings> {
  const saved = await findSettings(db);
  const { registersOnSignIn, uploadLimits } = settings;
  return saved ?? { registration: "open", registersOnSignIn, quotaGb: uploadLimits.quota / 1e9 };
}
