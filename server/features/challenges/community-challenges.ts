import type { InputOf } from "#shared/api/contract.ts";
import type { communityChallengesContract } from "#shared/challenges/community.ts";
import type { Challenge } from "#shared/challenges/contract.ts";
import { getReadableMembership, requireModerator } from "#server/features/community/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { createChallenge, deleteChallenge, updateChallenge } from "./staff.ts";
import { listCommunityChallengeRows } from "./staff-queries.ts";

/** @throws {ProblemError} `not_found` for communities that the viewer cannot read */
export async function listCommunityChallenges(
  context: GuestContext,
  { params: { communityId } }: InputOf<typeof communityChallengesContract.listCommunityChallenges>,
): Promise<Challenge[]> {
  if (!(await getReadableMembership(context, context.user, communityId))) throw notFound("community");
  return listCommunityChallengeRows(context.db, communityId);
}

/**
 * @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict`;
 * `invalid_input`
 */
export async function createCommunityChallenge(
  context: Context,
  {
    params: { communityId },
    body: fields,
  }: InputOf<typeof communityChallengesContract.createCommunityChallenge>,
): Promise<Challenge> {
  await requireModerator(context, communityId);
  return createChallenge(context, { body: fields }, communityId);
}

/**
 * @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict`;
 * `invalid_input`
 */
export async function updateCommunityChallenge(
  context: Context,
  {
    params: { communityId, challengeId },
    body: fields,
  }: InputOf<typeof communityChallengesContract.updateCommunityChallenge>,
): Promise<Challenge> {
  await requireModerator(context, communityId);
  return updateChallenge(context, { params: { challengeId }, body: fields }, communityId);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function deleteCommunityChallenge(
  context: Context,
  {
    params: { communityId, challengeId },
  }: InputOf<typeof communityChallengesContract.deleteCommunityChallenge>,
): Promise<void> {
  await requireModerator(context, communityId);
  await deleteChallenge(context, { params: { challengeId } }, communityId);
}
