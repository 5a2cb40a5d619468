import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type {
  ReportReason,
  ReportSnapshot,
  ReportState,
  ReportSubject,
} from "#shared/moderation/contract.ts";
import type { AppealState, DecisionId, DecisionKind } from "#shared/moderation/decisions-contract.ts";
import { userIdColumn, users } from "#server/db/schema/accounts/accounts.ts";
import { timestampColumn } from "#server/db/schema/columns.ts";
import { communities } from "./communities.ts";

const optionalUserIdColumn = () =>
  uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: "set null" });

export const reports = pgTable(
  "reports",
  {
    id: uuid().primaryKey().defaultRandom(),
    subjectType: text().$type<ReportSubject>().notNull(),
    subjectId: uuid().notNull(),
    /** The author of what was reported; null after the account was deleted. */
    reportedUserId: optionalUserIdColumn(),
    reporterId: optionalUserIdColumn(),
    /** For posts. */
    communityId: uuid()
      .$type<CommunityId>()
      .references(() => communities.id, { onDelete: "set null" }),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull().default(""),
    /** Emptied 180 days after the report. */
    snapshot: jsonb().$type<ReportSnapshot>().notNull(),
    state: text().$type<ReportState>().notNull().default("open"),
    createdAt: timestampColumn().notNull(),
    decidedAt: timestampColumn(),
    decidedBy: optionalUserIdColumn(),
    decision: text().notNull().default(""),
  },
  (table) => [
    uniqueIndex("reports_once").on(table.reporterId, table.subjectType, table.subjectId),
    index("reports_open").on(table.createdAt).where(sql`state = 'open'`),
    index("reports_of_subject").on(table.subjectType, table.subjectId),
    index("reports_of_reported_user").on(table.reportedUserId),
    index("reports_of_community").on(table.communityId, table.state),
  ],
);

/** Words and links that hold posts for approval, normalized by shared/books/normalize-search-text.ts. */
export const heldWords = pgTable("held_words", {
  word: text().primaryKey(),
  addedAt: timestampColumn().notNull(),
});

/** Decisions of moderators about a user. */
export const moderationDecisions = pgTable(
  "moderation_decisions",
  {
    id: uuid().$type<DecisionId>().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    kind: text().$type<DecisionKind>().notNull(),
    /** Null for suspensions. */
    subjectType: text().$type<ReportSubject>(),
    subjectId: uuid(),
    /** The removed text; emptied 180 days after the decision. */
    text: text().notNull().default(""),
    reason: text().notNull().default(""),
    until: timestampColumn(),
    actorId: optionalUserIdColumn(),
    createdAt: timestampColumn().notNull(),
    revokedAt: timestampColumn(),
  },
  (table) => [
    index().on(table.userId, table.createdAt),
    index("moderation_decisions_of_subject").on(table.subjectType, table.subjectId),
  ],
);

/** One per decision. */
export const appeals = pgTable(
  "appeals",
  {
    decisionId: uuid()
      .$type<DecisionId>()
      .primaryKey()
      .references(() => moderationDecisions.id, { onDelete: "cascade" }),
    text: text().notNull(),
    state: text().$type<AppealState>().notNull().default("open"),
    answer: text().notNull().default(""),
    createdAt: timestampColumn().notNull(),
    decidedAt: timestampColumn(),
    decidedBy: optionalUserIdColumn(),
  },
  (table) => [index("appeals_open").on(table.createdAt, table.decisionId).where(sql`state = 'open'`)],
);
