import { and, eq, gt, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChallengeId } from "#shared/challenges/contract.ts";
import type { Database } from "#server/db/client.ts";
import { challengeMembers, challenges, championExclusions } from "#server/db/schema/reading/challenges.ts";
import { computeProgress } from "./progress-queries.ts";
import { isOpenTo } from "./queries.ts";

const participants = { challengeId: challengeMembers.challengeId, userId: challengeMembers.userId };
const isExcluded = sql`exists (select from ${championExclusions} x where x.user_id = ${challengeMembers.userId})`;

/**
 * Revokes completions of running and recent challenges that no longer hold.
 *
 * @param userId only this reader; null for all
 */
export function revokeCompletions(
  db: Database,
  since: Date,
  userId: UserId | null,
): Promise<Omit<Completion, "title" | "titleArabic">[]> {
  const outdated = selectParticipants(
    db,
    { since, userId },
    isNotNull(challengeMembers.completedAt),
    sql`(${isExcluded} or ${computeProgress(sql`${challengeMembers.userId}`)} < ${challenges.goal})`,
  );
  return db
    .update(challengeMembers)
    .set({ completedAt: null })
    .where(sql`(${challengeMembers.challengeId}, ${challengeMembers.userId}) in (${outdated})`)
    .returning(participants);
}

/** Participants of challenges that end after an instant. */
const selectParticipants = (
  db: Database,
  { since, userId }: { readonly since: Date; readonly userId: UserId | null },
  ...conditions: SQL[]
) =>
  db
    .select(participants)
    .from(challengeMembers)
    .innerJoin(challenges, eq(challenges.id, challengeMembers.challengeId))
    .where(
      and(
        userId === null ? undefined : eq(challengeMembers.userId, userId),
        gt(challenges.endsAt, since),
        ...conditions,
      ),
    );

export interface Completion {
  readonly challengeId: ChallengeId;
  readonly userId: UserId;
  readonly title: string;
  /** Empty for none. */
  readonly titleArabic: string;
}

/**
 * Marks participants who reached the goal of a challenge that ran within the last days.
 *
 * @param userId only this reader; null for all
 */
export async function markCompletions(
  db: Database,
  now: Date,
  { since, userId, limit }: { readonly since: Date; readonly userId: UserId | null; readonly limit: number },
): Promise<Completion[]> {
  const completed = selectParticipants(
    db,
    { since, userId },
    isNull(challengeMembers.completedAt),
    lte(challenges.startsAt, now),
    sql`${computeProgress(sql`${challengeMembers.userId}`)} >= ${challenges.goal}`,
    sql`not ${isExcluded}`,
    isOpenTo(sql`${challengeMembers.userId}`),
  )
    .orderBy(challengeMembers.challengeId, challengeMembers.userId)
    .limit(limit);
  const marked = await db
    .update(challengeMembers)
    .set({ completedAt: now })
    .where(
      and(
        isNull(challengeMembers.completedAt),
        sql`(${challengeMembers.challengeId}, ${challengeMembers.userId}) in (${completed})`,
      ),
    )
    .returning(participants);
  const ids = [...new Set(marked.map(({ challengeId }) => challengeId))];
  if (ids.length === 0) return [];
  const titles = await db
    .select({ id: challenges.id, title: challenges.title, titleArabic: challenges.titleArabic })
    .from(challenges)
    .where(inArray(challenges.id, ids));
  const titlesById = new Map(titles.map(({ id, ...rest }) => [id, rest]));
  return marked.map((each) => ({
    ...each,
    ...(titlesById.get(each.challengeId) ?? { title: "", titleArabic: "" }),
  }));
}
