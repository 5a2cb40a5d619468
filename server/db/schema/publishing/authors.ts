import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApplicationId, ApplicationState } from "#shared/authors/contract.ts";
import { formerUserIdColumn, userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const authorApplications = pgTable(
  "author_applications",
  {
    id: uuid().$type<ApplicationId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    /** The pen name. */
    name: text().notNull(),
    about: text().notNull(),
    links: jsonb().$type<readonly string[]>().notNull(),
    /** A writing sample. */
    sample: text().notNull(),
    state: text().$type<ApplicationState>().notNull().default("waiting"),
    reason: text().notNull().default(""),
    appliedAt: timestampColumn().notNull(),
    decidedAt: timestampColumn(),
    /** Null for decisions on the command line. */
    decidedBy: formerUserIdColumn(),
  },
  (table) => [
    uniqueIndex("author_applications_one_open").on(table.userId).where(sql`state = 'waiting'`),
    index("author_applications_newest").on(table.state, table.appliedAt, table.id),
    index("author_applications_of_user").on(table.userId, table.appliedAt),
  ],
);
