import { getFullName } from "#shared/accounts/full-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { ChampionExclusion, exclusionsContract } from "#shared/challenges/exclusions.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { completeChallenges } from "./complete-challenges.ts";
import { deleteExclusion, listExclusionRows, upsertExclusion } from "./exclusion-queries.ts";

const maxListed = 500;

/** Excluded readers, latest first, at most 500. */
export async function listExclusions({ db }: Context): Promise<{ readers: ChampionExclusion[] }> {
  const rows = await listExclusionRows(db, maxListed);
  const readers = rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: getFullName(firstName, lastName),
  }));
  return { readers };
}

/**
 * Removes a reader from champions and revokes completed challenges. Replaces an earlier reason.
 *
 * @throws {ProblemError} `not_found`
 */
export async function excludeReader(
  context: Context,
  { params: { userId }, body: { reason } }: InputOf<typeof exclusionsContract.excludeReader>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const isKnown = await upsertExclusion(tx, { userId, reason, excludedAt: context.clock() });
    if (!isKnown) throw notFound("user");
    await writeAudit(context, "champions.excluded", context.user.id, userId, {}, tx);
  });
  await completeChallenges(context, userId);
}

/** Undoes an exclusion. Idempotent. */
export async function includeReader(
  context: Context,
  { params: { userId } }: InputOf<typeof exclusionsContract.includeReader>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (await deleteExclusion(tx, userId)) {
      await writeAudit(context, "champions.included", context.user.id, userId, {}, tx);
    }
  });
  await completeChallenges(context, userId);
}
