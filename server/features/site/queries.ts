import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { SiteSettings, SiteTextKey } from "#shared/site/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { siteSettings, siteTexts } from "#server/db/schema/system/site.ts";

const current = pick(siteTexts, "key", "language", "version", "markdown", "changedAt");

const matchesText = (key: SiteTextKey, language: Language) =>
  and(eq(siteTexts.key, key), eq(siteTexts.language, language));

/** Null before the first change. */
export async function findSiteText(db: Database, key: SiteTextKey, language: Language) {
  const [row] = await db
    .select(current)
    .from(siteTexts)
    .where(matchesText(key, language))
    .orderBy(desc(siteTexts.version))
    .limit(1);
  return row ?? null;
}

export function listCurrentTexts(db: Database) {
  return db
    .selectDistinctOn([siteTexts.key, siteTexts.language], current)
    .from(siteTexts)
    .orderBy(asc(siteTexts.key), asc(siteTexts.language), desc(siteTexts.version));
}

export function listVersionRows(db: Database, key: SiteTextKey, language: Language) {
  return db
    .select({
      ...pick(siteTexts, "version", "markdown", "changedAt"),
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(siteTexts)
    .leftJoin(users, eq(users.id, siteTexts.changedBy))
    .where(matchesText(key, language))
    .orderBy(desc(siteTexts.version))
    .limit(50);
}

/** @returns false when another request added this version first */
export async function insertText(
  tx: Database,
  row: typeof siteTexts.$inferInsert & { readonly changedBy: UserId },
): Promise<boolean> {
  const added = await tx
    .insert(siteTexts)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: siteTexts.version });
  return added.length > 0;
}

const rowId = 1;

/** Null while the environment decides. */
export async function findSettings(db: Database): Promise<SiteSettings | null> {
  const [row] = await db
    .select({ settings: siteSettings.settings })
    .from(siteSettings)
    .where(eq(siteSettings.id, rowId));
  return row?.settings ?? null;
}

export async function saveSettings(tx: Database, settings: SiteSettings, changedAt: Date): Promise<void> {
  await tx
    .insert(siteSettings)
    .values({ id: rowId, settings, changedAt })
    .onConflictDoUpdate({ target: siteSettings.id, set: { settings, changedAt: sql`excluded.changed_at` } });
}
