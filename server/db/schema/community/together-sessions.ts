import { boolean, doublePrecision, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ListenerStatus, TogetherSessionId } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import { userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { conversations } from "./messages.ts";

/** Members of a conversation who hear one book at the same time; deleted when it ends. */
export const togetherSessions = pgTable(
  "together_sessions",
  {
    id: uuid().$type<TogetherSessionId>().primaryKey(),
    conversationId: uuid()
      .$type<ConversationId>()
      .notNull()
      .unique()
      .references(() => conversations.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
    hostId: userIdColumn(),
    /** Grows with each change of the playback or the host. */
    version: integer().notNull().default(1),
    chapterNumber: integer().notNull(),
    /** Seconds in the chapter. */
    offset: doublePrecision().notNull(),
    rate: doublePrecision().notNull(),
    isPlaying: boolean().notNull(),
    /** When the host was at the position. */
    at: timestampColumn().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.hostId), index().on(table.bookId)],
);

/** A user listens in one session at a time. */
export const togetherMembers = pgTable(
  "together_members",
  {
    userId: userIdColumn().primaryKey(),
    sessionId: uuid()
      .$type<TogetherSessionId>()
      .notNull()
      .references(() => togetherSessions.id, { onDelete: "cascade" }),
    /** The tab that plays. */
    device: uuid().notNull(),
    status: text().$type<ListenerStatus>().notNull(),
    joinedAt: timestampColumn().notNull(),
    seenAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.sessionId)],
);
