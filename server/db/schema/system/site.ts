import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { SiteSettings, SiteTextKey } from "#shared/site/contract.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

const changedByColumn = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: "set null" });

/** Every version of the texts that replace built-in ones. */
export const siteTexts = pgTable(
  "site_texts",
  {
    key: text().$type<SiteTextKey>().notNull(),
    language: text().$type<Language>().notNull(),
    version: integer().notNull(),
    markdown: text().notNull(),
    changedAt: timestampColumn().notNull(),
    changedBy: changedByColumn(),
  },
  (table) => [primaryKey({ columns: [table.key, table.language, table.version] })],
);

/** One row; without it the environment decides. */
export const siteSettings = pgTable("site_settings", {
  id: integer().primaryKey(),
  settings: jsonb().$type<SiteSettings>().notNull(),
  changedAt: timestampColumn().notNull(),
});
