import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";
import { CommunityId } from "#shared/community/community.ts";
import { Challenge, ChallengeId } from "./contract.ts";
import { ChallengeFields } from "./staff.ts";

const communityParams = z.strictObject({ communityId: CommunityId });
const challengeParams = z.strictObject({ communityId: CommunityId, challengeId: ChallengeId });

/** Challenges that the moderators of a community set for its members. */
export const communityChallengesContract = {
  listCommunityChallenges: route({
    method: "GET",
    path: "/api/communities/:communityId/challenges",
    access: "guest",
    summary: "The challenges of a community, latest end first, at most 50",
    reads: ["challenge"],
    params: communityParams,
    response: z.array(Challenge),
  }),

  createCommunityChallenge: route({
    method: "POST",
    path: "/api/communities/:communityId/challenges",
    access: "reader",
    summary: "Creates a challenge for the members; for moderators",
    changes: ["challenge"],
    errors: ["conflict", "not_found"],
    params: communityParams,
    body: ChallengeFields,
    response: Challenge,
  }),

  updateCommunityChallenge: route({
    method: "PUT",
    path: "/api/communities/:communityId/challenges/:challengeId",
    access: "reader",
    summary: "Changes a challenge of a community; it cannot become harder once it has participants",
    changes: ["challenge"],
    errors: ["conflict"],
    params: challengeParams,
    body: ChallengeFields,
    response: Challenge,
  }),

  deleteCommunityChallenge: route({
    method: "DELETE",
    path: "/api/communities/:communityId/challenges/:challengeId",
    access: "reader",
    summary: "Deletes a challenge of a community; for moderators",
    changes: ["challenge"],
    params: challengeParams,
    response: JobResult,
  }),
};
