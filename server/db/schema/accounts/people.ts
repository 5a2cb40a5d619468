import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { ContributorId } from "#shared/books/book.ts";
import type { AnnouncementId } from "#shared/follows/announcements-contract.ts";
import type { FollowKind } from "#shared/follows/contract.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { formerUserIdColumn, userIdColumn, users } from "./accounts.ts";

const otherUserIdColumn = () =>
  uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** Users who do not see each other. */
export const blocks = pgTable(
  "blocks",
  { userId: userIdColumn(), blockedId: otherUserIdColumn(), createdAt: timestampColumn().notNull() },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockedId] }),
    index("blocks_of_blocked").on(table.blockedId),
  ],
);

/** Users whose posts one user does not see. */
export const mutes = pgTable(
  "mutes",
  { userId: userIdColumn(), mutedId: otherUserIdColumn(), createdAt: timestampColumn().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.mutedId] }), index().on(table.mutedId)],
);

/** A request until it is accepted; a declined one stays, so that it cannot be repeated. */
export const friendships = pgTable(
  "friendships",
  {
    userId: userIdColumn(),
    friendId: otherUserIdColumn(),
    state: text().$type<"requested" | "accepted" | "declined">().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.friendId] }),
    index("friendships_of_friend").on(table.friendId, table.state),
    index("friendships_requests").on(table.userId, table.createdAt).where(sql`state = 'requested'`),
  ],
);

/** When one user's requests last notified another user outside of the app. */
export const friendNotices = pgTable(
  "friend_notices",
  { userId: userIdColumn(), friendId: otherUserIdColumn(), sentAt: timestampColumn().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.friendId] }), index().on(table.friendId)],
);

/** Users who follow a user. */
export const userFollows = pgTable(
  "user_follows",
  { userId: userIdColumn(), followedId: otherUserIdColumn(), createdAt: timestampColumn().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.followedId] }), index().on(table.followedId)],
);

/** Follows of users besides people; the subject is a contributor, series, genre or community. */
export const follows = pgTable(
  "follows",
  {
    userId: userIdColumn(),
    kind: text().$type<FollowKind>().notNull(),
    subjectId: uuid().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind, table.subjectId] }),
    index("follows_of_subject").on(table.kind, table.subjectId, table.userId),
  ],
);

/** Texts of authors to their followers. */
export const announcements = pgTable(
  "announcements",
  {
    id: uuid().$type<AnnouncementId>().primaryKey().defaultRandom(),
    contributorId: uuid()
      .$type<ContributorId>()
      .notNull()
      .references(() => contributors.id, { onDelete: "cascade" }),
    authorId: formerUserIdColumn(),
    clientId: uuid().notNull(),
    text: text().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [
    index().on(table.contributorId, table.createdAt),
    uniqueIndex("announcements_once").on(table.authorId, table.clientId),
  ],
);
