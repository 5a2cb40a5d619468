import { asc, eq } from "drizzle-orm";
import type { SiteDefault } from "#shared/prayer/defaults.ts";
import type { Database } from "#server/db/client.ts";
import { prayerDefaults } from "#server/db/schema/prayer/prayer-admin.ts";

/** All defaults by country, about 250 at most. */
export function listDefaultRows(db: Database): Promise<SiteDefault[]> {
  return db.select().from(prayerDefaults).orderBy(asc(prayerDefaults.country)).limit(1000);
}

export async function upsertDefault(db: Database, { country, ...settings }: SiteDefault): Promise<void> {
  await db
    .insert(prayerDefaults)
    .values({ country, ...settings })
    .onConflictDoUpdate({ target: prayerDefaults.country, set: settings });
}

export async function deleteDefault(db: Database, country: string): Promise<void> {
  await db.delete(prayerDefaults).where(eq(prayerDefaults.country, country));
}
