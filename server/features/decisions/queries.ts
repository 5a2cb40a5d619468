import { and, asc, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ReportSubject } from "#shared/moderation/contract.ts";
import type { AppealState, DecisionId } from "#shared/moderation/decisions-contract.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { getFullPerson } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { appeals, moderationDecisions as decisions } from "#server/db/schema/community/moderation.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

export type NewDecision = typeof decisions.$inferInsert;

/** Records what a moderator decided, so that the user sees it and can appeal. */
export async function recordDecision(tx: Database, decision: NewDecision): Promise<DecisionId> {
  return expectOneRow(await tx.insert(decisions).values(decision).returning({ id: decisions.id })).id;
}

const columns = {
  ...pick(decisions, "id", "userId", "kind", "subjectType"),
  ...pick(decisions, "subjectId", "text", "reason", "until", "actorId", "createdAt", "revokedAt"),
  appeal: { text: appeals.text, state: appeals.state, answer: appeals.answer },
};

const maxListed = 50;

const selectDecisions = (db: Database) =>
  db.select(columns).from(decisions).leftJoin(appeals, eq(appeals.decisionId, decisions.id));

export type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number];

/** The newest first. */
export const listUserDecisions = (db: Database, userId: UserId): Promise<DecisionRow[]> =>
  selectDecisions(db).where(eq(decisions.userId, userId)).orderBy(desc(decisions.createdAt)).limit(maxListed);

export async function findDecision(db: Database, id: DecisionId): Promise<DecisionRow | null> {
  const [row] = await selectDecisions(db).where(eq(decisions.id, id));
  return row ?? null;
}

/** Null when there is no active suspension. */
export async function findSuspension(db: Database, userId: UserId): Promise<DecisionRow | null> {
  const [row] = await selectDecisions(db)
    .where(and(eq(decisions.userId, userId), eq(decisions.kind, "suspension"), isNull(decisions.revokedAt)))
    .orderBy(desc(decisions.createdAt))
    .limit(1);
  return row ?? null;
}

/** @returns false when there is one */
export async function insertAppeal(db: Database, appeal: typeof appeals.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(appeals)
    .values(appeal)
    .onConflictDoNothing()
    .returning({ decisionId: appeals.decisionId });
  return added.length > 0;
}

/** Open ones, oldest first. */
export function listAppealRows(db: Database, after: TimeAndId | undefined, limit: number) {
  return db
    .select({
      ...columns,
      person: getFullPerson() as SQL<Person>,
      appealedAt: appeals.createdAt,
      appealedText: sql<string>`${appeals.createdAt}::text`,
    })
    .from(appeals)
    .innerJoin(decisions, eq(decisions.id, appeals.decisionId))
    .innerJoin(users, eq(users.id, decisions.userId))
    .where(
      and(
        eq(appeals.state, "open"),
        after
          ? sql`(${appeals.createdAt}, ${appeals.decisionId}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(appeals.createdAt), asc(appeals.decisionId))
    .limit(limit);
}

/** @returns false when it was decided before */
export async function closeAppeal(
  tx: Database,
  id: DecisionId,
  decided: {
    readonly state: AppealState;
    readonly answer: string;
    readonly decidedAt: Date;
    readonly decidedBy: UserId;
  },
): Promise<boolean> {
  const changed = await tx
    .update(appeals)
    .set(decided)
    .where(and(eq(appeals.decisionId, id), eq(appeals.state, "open")))
    .returning({ id: appeals.decisionId });
  return changed.length > 0;
}

export async function revokeDecision(tx: Database, id: DecisionId, revokedAt: Date): Promise<void> {
  await tx.update(decisions).set({ revokedAt }).where(eq(decisions.id, id));
}

/** Revokes the removal of a post, review or message. */
export async function revokeRemoval(
  tx: Database,
  subjectType: ReportSubject,
  subjectId: string,
  revokedAt: Date,
): Promise<void> {
  await tx
    .update(decisions)
    .set({ revokedAt })
    .where(
      and(
        eq(decisions.subjectType, subjectType),
        eq(decisions.subjectId, subjectId),
        eq(decisions.kind, "removal"),
        isNull(decisions.revokedAt),
      ),
    );
}

export async function revokeSuspensions(tx: Database, userId: UserId, revokedAt: Date): Promise<void> {
  await tx
    .update(decisions)
    .set({ revokedAt })
    .where(and(eq(decisions.userId, userId), eq(decisions.kind, "suspension"), isNull(decisions.revokedAt)));
}

/** Erases the texts of old decisions. */
export async function eraseDecisionTexts(db: Database, before: Date): Promise<void> {
  await db
    .update(decisions)
    .set({ text: "" })
    .where(and(lt(decisions.createdAt, before), ne(decisions.text, "")));
}
