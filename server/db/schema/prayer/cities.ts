import { doublePrecision, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { plainText, timestampColumn } from "#server/db/schema/columns.ts";

export const cities = pgTable("cities", {
  /** GeoNames id. */
  id: integer().primaryKey(),
  name: text().notNull(),
  /** Null where it is uncertain. */
  arabicName: text(),
  /** ISO 3166-1 alpha-2; null for disputed territories. */
  country: text(),
  region: text(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  zone: text().notNull(),
  population: integer().notNull(),
});

export const cityNames = pgTable(
  "city_names",
  {
    name: plainText().notNull(),
    cityId: integer().notNull(),
    /** See `nameKinds` of the feature. */
    kind: smallint().notNull(),
    population: integer().notNull(),
  },
  (table) => [index("city_names_name").on(table.name, table.kind, table.population, table.cityId)],
);

export const cityLists = pgTable("city_lists", {
  version: text().primaryKey(),
  createdAt: timestampColumn().notNull(),
});
