import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChallengeId, GoalType } from "#shared/challenges/contract.ts";
import type { ChallengeUpdateId } from "#shared/challenges/updates.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { formerUserIdColumn, userIdColumn } from "#server/db/schema/accounts/accounts.ts";
import { bookIdColumn } from "#server/db/schema/books/books.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { communities } from "#server/db/schema/community/communities.ts";

export const challenges = pgTable(
  "challenges",
  {
    id: uuid().$type<ChallengeId>().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull().default(""),
    /** Shown in the Arabic interface; empty for the title as it is. */
    titleArabic: text().notNull().default(""),
    descriptionArabic: text().notNull().default(""),
    goal: integer().notNull(),
    goalType: text().$type<GoalType>().notNull(),
    startsAt: timestampColumn().notNull(),
    endsAt: timestampColumn().notNull(),
    /** Only books of this genre count; null for all. */
    genreId: uuid().references(() => genres.id, { onDelete: "set null" }),
    /** Null for challenges of the site. */
    communityId: uuid()
      .$type<CommunityId>()
      .references(() => communities.id, { onDelete: "cascade" }),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    index("challenges_of_community").on(table.communityId, table.endsAt),
    index("challenges_running").on(table.endsAt, table.id),
    index("challenges_beginning").on(table.startsAt, table.id),
  ],
);

export const challengeMembers = pgTable(
  "challenge_members",
  {
    challengeId: uuid()
      .$type<ChallengeId>()
      .notNull()
      .references(() => challenges.id, { onDelete: "cascade" }),
    userId: userIdColumn(),
    joinedAt: timestampColumn().notNull().defaultNow(),
    completedAt: timestampColumn(),
  },
  (table) => [primaryKey({ columns: [table.challengeId, table.userId] }), index().on(table.userId)],
);

/** The books that count; no rows for all books of the challenge's genre. */
export const challengeBooks = pgTable(
  "challenge_books",
  {
    challengeId: uuid()
      .$type<ChallengeId>()
      .notNull()
      .references(() => challenges.id, { onDelete: "cascade" }),
    bookId: bookIdColumn(),
  },
  (table) => [primaryKey({ columns: [table.challengeId, table.bookId] }), index().on(table.bookId)],
);

/** News of a challenge to its participants. */
export const challengeUpdates = pgTable(
  "challenge_updates",
  {
    id: uuid().$type<ChallengeUpdateId>().primaryKey().defaultRandom(),
    challengeId: uuid()
      .$type<ChallengeId>()
      .notNull()
      .references(() => challenges.id, { onDelete: "cascade" }),
    authorId: formerUserIdColumn(),
    text: text().notNull(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.challengeId, table.createdAt), index().on(table.authorId)],
);

/** Readers whom staff removed from champions and challenges. */
export const championExclusions = pgTable("champion_exclusions", {
  userId: userIdColumn().primaryKey(),
  reason: text().notNull(),
  excludedAt: timestampColumn().notNull(),
});

export const finishedBookTotals = pgTable(
  "finished_book_totals",
  {
    /** `all`, a year such as `2026`, or a month such as `2026-03` (UTC). */
    period: text().notNull(),
    userId: userIdColumn(),
    count: integer().notNull(),
    reachedAt: timestampColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.period] }),
    index("finished_book_totals_best").on(
      table.period,
      sql`${table.count} desc`,
      table.reachedAt,
      table.userId,
    ),
  ],
);
