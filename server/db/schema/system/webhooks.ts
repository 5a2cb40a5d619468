import { boolean, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type {
  WebhookDeliveryState,
  WebhookDisabledReason,
  WebhookEvent,
  WebhookFailure,
  WebhookId,
  WebhookMessageType,
} from "#shared/webhooks/contract.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const webhooks = pgTable("webhooks", {
  id: uuid().$type<WebhookId>().primaryKey().defaultRandom(),
  url: text().notNull(),
  description: text().notNull().default(""),
  events: text().array().$type<WebhookEvent[]>().notNull(),
  isActive: boolean().notNull().default(true),
  disabledReason: text().$type<WebhookDisabledReason>(),
  /** Encrypted with the server's secret. */
  secret: text().notNull(),
  previousSecret: text(),
  previousSecretUntil: timestampColumn(),
  createdAt: timestampColumn().notNull().defaultNow(),
  lastSucceededAt: timestampColumn(),
  /** The first failure since the last success. */
  failingSince: timestampColumn(),
});

/** Messages to webhooks: queued, or with their result; deleted after 30 days. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid()
      .$type<WebhookId>()
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    type: text().$type<WebhookMessageType>().notNull(),
    /** The body, byte for byte, as it is signed. */
    payload: text().notNull(),
    state: text().$type<WebhookDeliveryState>().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    status: integer(),
    failure: text().$type<WebhookFailure>(),
    replyExcerpt: text().notNull().default(""),
    createdAt: timestampColumn().notNull().defaultNow(),
    attemptedAt: timestampColumn(),
    nextAttemptAt: timestampColumn(),
  },
  (table) => [
    index("webhook_deliveries_newest").on(table.webhookId, table.createdAt, table.id),
    index("webhook_deliveries_created_at").on(table.createdAt),
  ],
);
