import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

export type DemoItemKind = "book" | "user" | "challenge" | "community";

/** What the demo library added, so that it can be removed again. Ids may have been deleted since. */
export const demoItems = pgTable(
  "demo_items",
  { kind: text().$type<DemoItemKind>().notNull(), id: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
