import { getFullName } from "#shared/accounts/full-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChampionExclusion } from "#shared/challenges/exclusions.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { deleteExclusion, listExclusionRows, upsertExclusion } from "./exclusion-queries.ts";

const maxListed = 500;

/** Excluded readers, latest first, at most 500. */
export async function listExclusions({ db }: Pick<Services, "db">): Promise<ChampionExclusion[]> {
  const rows = await listExclusionRows(db, maxListed);
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, name: getFullName(firstName, lastName) }));
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
  await services.db.transaction(async (tx) => {
    const isKnown = await upsertExclusion(tx, { userId, reason, excludedAt: services.clock() });
    if (!isKnown) throw notFound("user");
    await writeAudit(services, "champions.excluded", actorId, userId, {}, tx);
  });
  await completeChallenges(services, userId);
}

/** Undoes an exclusion. Idempotent. */
export async function includeReader(services: Services, actorId: UserId, userId: UserId): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (await deleteExclusion(tx, userId)) {
      await writeAudit(services, "champions.included", actorId, userId, {}, tx);
    }
  });
  await completeChallenges(services, userId);
}
