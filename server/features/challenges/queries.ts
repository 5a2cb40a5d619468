import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Challenge, ChallengeId, UserChallenge } from "#shared/challenges/contract.ts";
import type { Database } from "#server/db/client.ts";
import { single } from "#server/db/rows.ts";
import { challengeMembers, challenges } from "#server/db/schema/challenges.ts";

const most = 100;

const columns = {
  id: challenges.id,
  title: challenges.title,
  description: challenges.description,
  goal: challenges.goal,
  goalType: challenges.goalType,
  startsAt: challenges.startsAt,
  endsAt: challenges.endsAt,
  participantCount: sql<number>`(select count(*)::int from challenge_members m where m.challenge_id = ${challenges.id})`,
};

/** Challenges that run at a moment, the one that ends first before the others. */
export function listRunning(db: Database, now: Date): Promise<Challenge[]> {
  return db
    .select(columns)
    .from(challenges)
    .where(and(lte(challenges.startsAt, now), gt(challenges.endsAt, now)))
    .orderBy(challenges.endsAt, challenges.id)
    .limit(most);
}

/** Challenges a reader has joined, the latest first. */
export async function listJoined(db: Database, userId: UserId): Promise<UserChallenge[]> {
  const rows = await db
    .select({ ...columns, joinedAt: challengeMembers.joinedAt, completedAt: challengeMembers.completedAt })
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(eq(challengeMembers.userId, userId))
    .orderBy(sql`${challengeMembers.joinedAt} desc, ${challenges.id}`)
    .limit(most);
  return rows.map(({ joinedAt, completedAt, ...challenge }) => ({ challenge, joinedAt, completedAt }));
}

export type NewChallenge = Omit<typeof challenges.$inferInsert, "id" | "createdAt">;

export async function insertChallenge(db: Database, row: NewChallenge, now: Date): Promise<ChallengeId> {
  const added = await db
    .insert(challenges)
    .values({ ...row, createdAt: now })
    .returning({ id: challenges.id });
  return single(added).id;
}

/** The challenge of this title; null when there is none. */
export async function findByTitle(db: Database, title: string): Promise<ChallengeId | null> {
  const [found] = await db
    .select({ id: challenges.id })
    .from(challenges)
    .where(eq(challenges.title, title))
    .limit(1);
  return found?.id ?? null;
}

/** Makes a reader take part; does nothing for one who does. */
export async function insertMember(
  db: Database,
  challengeId: ChallengeId,
  userId: UserId,
  now: Date,
): Promise<void> {
  await db.insert(challengeMembers).values({ challengeId, userId, joinedAt: now }).onConflictDoNothing();
}
