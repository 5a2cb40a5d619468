import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ConversationId, MessageId, PictureId } from "#shared/messages/message.ts";
import type { RichText } from "#shared/rich-text/rich-text.ts";
import { formerUserIdColumn, userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";

export const conversations = pgTable("conversations", {
  id: uuid().$type<ConversationId>().primaryKey().defaultRandom(),
  /** Both user ids in order, so that two people have one conversation; null for a group. */
  pair: text().unique(),
  title: text().notNull().default(""),
  /** The number of the newest message; also locked to number messages. */
  lastNumber: integer().notNull().default(0),
  activeAt: timestampColumn().notNull(),
  createdAt: timestampColumn().notNull(),
});

const conversationIdColumn = () =>
  uuid()
    .$type<ConversationId>()
    .notNull()
    .references(() => conversations.id, { onDelete: "cascade" });

export const conversationMembers = pgTable(
  "conversation_members",
  {
    conversationId: conversationIdColumn(),
    userId: userIdColumn(),
    /** `request` until the reader accepts the conversation; after `declined` no more messages arrive. */
    state: text().$type<"active" | "request" | "left" | "declined">().notNull(),
    deliveredNumber: integer().notNull().default(0),
    readNumber: integer().notNull().default(0),
    /** Messages up to this number were sent before they were added. */
    fromNumber: integer().notNull().default(0),
    /** No notifications before this; null for none. */
    mutedUntil: timestampColumn(),
    joinedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index("conversation_members_of_user").on(table.userId, table.state),
  ],
);

export const messages = pgTable(
  "messages",
  {
    id: uuid().$type<MessageId>().primaryKey().defaultRandom(),
    conversationId: conversationIdColumn(),
    number: integer().notNull(),
    /** Null after the account was deleted. */
    senderId: formerUserIdColumn(),
    /** The device's id, so that sending twice creates one message. */
    clientId: uuid().notNull(),
    /** Markdown; empty when it was deleted. */
    source: text().notNull(),
    content: jsonb().$type<RichText>().notNull(),
    /** Normalized by shared/books/normalize-search-text.ts. */
    normalizedText: text().notNull(),
    replyToId: uuid()
      .$type<MessageId>()
      .references((): AnyPgColumn => messages.id, { onDelete: "set null" }),
    createdAt: timestampColumn().notNull(),
    editedAt: timestampColumn(),
    deletedAt: timestampColumn(),
  },
  (table) => [
    uniqueIndex("messages_in_order").on(table.conversationId, table.number),
    uniqueIndex("messages_once").on(table.senderId, table.clientId),
    index("messages_of_sender").on(table.senderId, table.createdAt),
    index("messages_replies").on(table.replyToId).where(sql`reply_to_id is not null`),
  ],
);

/** Pictures of messages; without a message while it has not been sent. */
export const messagePictures = pgTable(
  "message_pictures",
  {
    id: uuid().$type<PictureId>().primaryKey().defaultRandom(),
    conversationId: conversationIdColumn(),
    uploaderId: formerUserIdColumn(),
    messageId: uuid()
      .$type<MessageId>()
      .references(() => messages.id, { onDelete: "cascade" }),
    /** In the order of the message. */
    position: smallint().notNull().default(0),
    storageKey: text().notNull().unique(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [
    index().on(table.messageId),
    index("message_pictures_unsent").on(table.createdAt).where(sql`message_id is null`),
  ],
);

export const messageReactions = pgTable(
  "message_reactions",
  {
    messageId: uuid()
      .$type<MessageId>()
      .notNull()
      .references(() => messages.id, { onDelete: "cascade" }),
    userId: userIdColumn(),
    emoji: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.userId] }), index().on(table.userId)],
);
