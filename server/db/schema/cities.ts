import { doublePrecision, index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { plainText, timestampColumn } from "./columns.ts";

/** The cities of the world, from lists that come with the server: made anew when those change. */
export const cities = pgTable("cities", {
  /** GeoNames' number. */
  id: integer().primaryKey(),
  name: text().notNull(),
  /** Only where it is surely right. */
  arabicName: text(),
  /** Two letters; null where it is disputed. */
  country: text(),
  region: text(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  zone: text().notNull(),
  population: integer().notNull(),
});

/** What cities are found by, folded; all that a search ranks by stands in the index. */
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

/** Of which lists the cities are, in one row. */
export const cityLists = pgTable("city_lists", {
  version: text().primaryKey(),
  madeAt: timestampColumn().notNull(),
});
