import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

export type DemoItemKind = "book" | "user" | "challenge" | "community";

/** Records that the demo library added, for its removal. They may have been deleted since. */
export const demoItems = pgTable(
  "demo_items",
  { kind: text().$type<DemoItemKind>().notNull(), id: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);
