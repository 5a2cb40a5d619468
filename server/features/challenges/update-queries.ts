import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import type { ChallengeUpdate, ChallengeUpdateId } from "#shared/challenges/updates.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { challengeMembers, challenges, challengeUpdates } from "#server/db/schema/reading/challenges.ts";
import { isOpenTo } from "./queries.ts";

const maxListed = 50;

const columns = pick(challengeUpdates, "id", "text", "createdAt");

/** The latest first. */
export function listLatestUpdates(db: Database, challengeId: ChallengeId): Promise<ChallengeUpdate[]> {
  return db
    .select(columns)
    .from(challengeUpdates)
    .where(eq(challengeUpdates.challengeId, challengeId))
    .orderBy(desc(challengeUpdates.createdAt))
    .limit(maxListed);
}

export async function listUpdateIds(db: Database, challengeId: ChallengeId): Promise<ChallengeUpdateId[]> {
  const rows = await db
    .select({ id: challengeUpdates.id })
    .from(challengeUpdates)
    .where(eq(challengeUpdates.challengeId, challengeId));
  return rows.map(({ id }) => id);
}

export async function insertUpdate(
  db: Database,
  row: typeof challengeUpdates.$inferInsert,
): Promise<ChallengeUpdate> {
  return expectOneRow(await db.insert(challengeUpdates).values(row).returning(columns));
}

/** @returns whether the challenge had such an update */
export async function deleteUpdateRow(
  db: Database,
  challengeId: ChallengeId,
  id: ChallengeUpdateId,
): Promise<boolean> {
  const removed = await db
    .delete(challengeUpdates)
    .where(and(eq(challengeUpdates.id, id), eq(challengeUpdates.challengeId, challengeId)))
    .returning({ id: challengeUpdates.id });
  return removed.length > 0;
}

/** Null when it or its author's account was deleted. */
export async function findUpdate(db: Database, id: ChallengeUpdateId) {
  const [row] = await db
    .select({
      ...columns,
      challengeId: challengeUpdates.challengeId,
      authorId: challengeUpdates.authorId,
      title: challenges.title,
      titleArabic: challenges.titleArabic,
    })
    .from(challengeUpdates)
    .innerJoin(challenges, eq(challenges.id, challengeUpdates.challengeId))
    .where(eq(challengeUpdates.id, id));
  return row?.authorId ? { ...row, authorId: row.authorId } : null;
}

/** The next participants by id, without those who left the challenge's community. */
export async function listParticipantIds(
  db: Database,
  challengeId: ChallengeId,
  after: UserId | undefined,
  limit: number,
): Promise<UserId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(challengeMembers)
    .innerJoin(users, eq(users.id, challengeMembers.userId))
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(
      and(
        eq(challengeMembers.challengeId, challengeId),
        isNull(users.deletionRequestedAt),
        isOpenTo(sql`${users.id}`),
        after ? gt(users.id, after) : undefined,
      ),
    )
    .orderBy(users.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}
