import { getFullName } from "#shared/accounts/full-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import {
  type SiteFigures,
  type SiteSettings,
  type SiteText,
  SiteTextKey,
  type SiteTextVersion,
  type siteContract,
} from "#shared/site/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import { parsePage } from "#server/rich-text/parse.ts";
import { countSiteFigures } from "./figures-queries.ts";
import { findSiteText, insertText, listCurrentTexts, listVersionRows, saveSettings } from "./queries.ts";

export async function getSiteText(
  { db, settings }: GuestContext,
  { params: { key, language } }: InputOf<typeof siteContract.getSiteText>,
) {
  const found = await findSiteText(db, key, language);
  if (!found || found.markdown.trim() === "") return { content: null, changedAt: null };
  return { content: [...parsePage(found.markdown, settings.origins)], changedAt: found.changedAt };
}

const activeDays = 30;

export function getSiteFigures({ db, clock }: Context): Promise<SiteFigures> {
  const since = new Date(clock().getTime() - activeDays * 86_400_000);
  return countSiteFigures(db, since.toISOString().slice(0, 10));
}

export async function listSiteTexts({ db }: Context): Promise<{ texts: SiteText[] }> {
  const rows = await listCurrentTexts(db);
  const texts = SiteTextKey.options.flatMap((key) =>
    languages.map((language) => {
      const found = rows.find((row) => row.key === key && row.language === language);
      return found ?? { key, language, version: 0, markdown: "", changedAt: null };
    }),
  );
  return { texts };
}

/** @throws {ProblemError} `conflict` when it was changed since the given version */
export async function saveSiteText(
  context: Context,
  { params: { key, language }, body: { version, markdown } }: InputOf<typeof siteContract.saveSiteText>,
): Promise<SiteText> {
  const { db, clock, user } = context;
  const row = { key, language, version: version + 1, markdown, changedAt: clock(), changedBy: user.id };
  await db.transaction(async (tx) => {
    const found = await findSiteText(tx, key, language);
    if ((found?.version ?? 0) !== version || !(await insertText(tx, row))) throw conflict("text_changed");
    await writeAudit(context, "site.text_changed", user.id, `${key} ${language}`, { version }, tx);
  });
  return { key, language, version: row.version, markdown, changedAt: row.changedAt };
}

export async function listSiteTextVersions(
  { db }: Context,
  { params: { key, language } }: InputOf<typeof siteContract.listSiteTextVersions>,
): Promise<{ versions: SiteTextVersion[] }> {
  const rows = await listVersionRows(db, key, language);
  return {
    versions: rows.map(({ firstName, lastName, ...row }) => ({
      ...row,
      changedBy: getFullName(firstName, lastName),
    })),
  };
}

export async function saveSiteSettings(
  context: Context,
  { body: settings }: InputOf<typeof siteContract.saveSiteSettings>,
): Promise<SiteSettings> {
  const { db, clock, user } = context;
  await db.transaction(async (tx) => {
    await saveSettings(tx, settings, clock());
    await writeAudit(context, "site.settings_changed", user.id, "", { ...settings }, tx);
  });
  return settings;
}
