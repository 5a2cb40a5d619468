import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChallengeId, GoalType } from "#shared/challenges/contract.ts";
import { users } from "./accounts.ts";

const at = () => timestamp({ withTimezone: true });

export const challenges = pgTable(
  "challenges",
  {
    id: uuid().$type<ChallengeId>().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text().notNull().default(""),
    goal: integer().notNull(),
    goalType: text().$type<GoalType>().notNull(),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [index("challenges_running").on(table.endsAt)],
);

export const challengeMembers = pgTable(
  "challenge_members",
  {
    challengeId: uuid()
      .$type<ChallengeId>()
      .notNull()
      .references(() => challenges.id, { onDelete: "cascade" }),
    userId: uuid()
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    joinedAt: at().notNull().defaultNow(),
    completedAt: at(),
  },
  (table) => [primaryKey({ columns: [table.challengeId, table.userId] }), index().on(table.userId)],
);
