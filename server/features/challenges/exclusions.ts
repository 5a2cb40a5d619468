import { eq } from "drizzle-orm";
import { shortName } from "#shared/accounts/short-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChampionExclusion } from "#shared/challenges/exclusions.ts";
import { users } from "#server/db/schema/accounts.ts";
import { championExclusions } from "#server/db/schema/challenges.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";

const maxListed = 500;

/** Excluded readers, latest first, at most 500. */
export async function listExclusions({ db }: Pick<Services, "db">): Promise<ChampionExclusion[]> {
  const rows = await db
    .select({
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      reason: championExclusions.reason,
      excludedAt: championExclusions.excludedAt,
    })
    .from(championExclusions)
    .innerJoin(users, eq(users.id, championExclusions.userId))
    .orderBy(championExclusions.excludedAt)
    .limit(maxListed);
  return rows
    .toReversed()
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: shortName(firstName, lastName) }));
}

/**
 * Removes a reader from champions and revokes completed challenges. Replaces an earlier reason.
 *
 * @throws {ProblemError} `not_found`
 */
export async function excludeReader(
  services: Services,
  actorId: UserId,
  userId: UserId,
  reason: string,
): Promise<void> {
  const excludedAt = services.clock();
  await services.db.transaction(async (tx) => {
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!found) throw notFound("user");
    await tx
      .insert(championExclusions)
      .values({ userId, reason, excludedAt })
      .onConflictDoUpdate({ target: championExclusions.userId, set: { reason, excludedAt } });
    await writeAudit(services, "champions.excluded", actorId, userId, {}, tx);
  });
  await completeChallenges(services, userId);
}

/** Undoes an exclusion. Idempotent. */
export async function includeReader(services: Services, actorId: UserId, userId: UserId): Promise<void> {
  await services.db.transaction(async (tx) => {
    const removed = await tx
      .delete(championExclusions)
      .where(eq(championExclusions.userId, userId))
      .returning({ userId: championExclusions.userId });
    if (removed.length > 0) await writeAudit(services, "champions.included", actorId, userId, {}, tx);
  });
  await completeChallenges(services, userId);
}
