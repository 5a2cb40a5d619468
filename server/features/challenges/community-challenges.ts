import type { User } from "#shared/accounts/user.ts";
import type { Challenge, ChallengeId } from "#shared/challenges/contract.ts";
import type { ChallengeFields } from "#shared/challenges/staff.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { getReadableMembership, requireModerator } from "#server/features/community/service.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { createChallenge, deleteChallenge, updateChallenge } from "./staff.ts";
import { listCommunityChallengeRows } from "./staff-queries.ts";

/** @throws {ProblemError} `not_found` for communities that the viewer cannot read */
export async function listCommunityChallenges(
  services: Services,
  user: User | null,
  communityId: CommunityId,
): Promise<Challenge[]> {
  if (!(await getReadableMembership(services, user, communityId))) throw notFound("community");
  return listCommunityChallengeRows(services.db, communityId);
}

/**
 * @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict`;
 * `invalid_input`
 */
export async function createCommunityChallenge(
  services: Services,
  user: User,
  communityId: CommunityId,
  fields: ChallengeFields,
): Promise<Challenge> {
  await requireModerator(services, user, communityId);
  return createChallenge(services, user, fields, communityId);
}

interface CommunityChallengeIds {
  readonly communityId: CommunityId;
  readonly challengeId: ChallengeId;
}

/**
 * @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators; `conflict`;
 * `invalid_input`
 */
export async function updateCommunityChallenge(
  services: Services,
  user: User,
  { communityId, challengeId }: CommunityChallengeIds,
  fields: ChallengeFields,
): Promise<Challenge> {
  await requireModerator(services, user, communityId);
  return updateChallenge(services, user, challengeId, fields, communityId);
}

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function deleteCommunityChallenge(
  services: Services,
  user: User,
  { communityId, challengeId }: CommunityChallengeIds,
): Promise<void> {
  await requireModerator(services, user, communityId);
  await deleteChallenge(services, user, challengeId, communityId);
}
