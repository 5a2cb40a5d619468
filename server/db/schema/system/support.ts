import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { ContactTopic } from "#shared/support/contract.ts";
import { formerUserIdColumn, users } from "#server/db/schema/accounts/accounts.ts";

const timestampColumn = () => timestamp({ withTimezone: true });

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    email: text().notNull(),
    topic: text().$type<ContactTopic>().notNull(),
    message: text().notNull(),
    createdAt: timestampColumn().notNull().defaultNow(),
    answeredAt: timestampColumn(),
    answer: text().notNull().default(""),
    answeredBy: formerUserIdColumn(),
  },
  (table) => [index().on(table.createdAt), index().on(table.userId)],
);
