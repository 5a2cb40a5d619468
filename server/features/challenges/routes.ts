import { done } from "#shared/api/schemas.ts";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { challengesStaffContract } from "#shared/challenges/staff.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { listChampions } from "./champions.ts";
import {
  createCommunityChallenge,
  deleteCommunityChallenge,
  listCommunityChallenges,
  updateCommunityChallenge,
} from "./community-challenges.ts";
import { excludeReader, includeReader, listExclusions } from "./exclusions.ts";
import {
  getChallenge,
  joinChallenge,
  leaveChallenge,
  listActive,
  listMine,
  listPast,
  listUpcoming,
} from "./service.ts";
import {
  createChallenge,
  deleteChallenge,
  listAllChallenges,
  listParticipants,
  updateChallenge,
} from "./staff.ts";
import { deleteUpdate, listUpdates, postUpdate } from "./updates.ts";

export const exclusionsRoutes = bindRoutes(exclusionsContract, {
  listExclusions: async (_input, services) => ({ readers: await listExclusions(services) }),
  excludeReader: async ({ params, body }, { user, ...services }) => {
    await excludeReader(services, user.id, params.userId, body.reason);
    return done;
  },
  includeReader: async ({ params }, { user, ...services }) => {
    await includeReader(services, user.id, params.userId);
    return done;
  },
});

export const challengesStaffRoutes = bindRoutes(challengesStaffContract, {
  listAllChallenges: (_input, services) => listAllChallenges(services),
  createChallenge: ({ body }, { user, ...services }) => createChallenge(services, user, body),
  updateChallenge: ({ params, body }, { user, ...services }) =>
    updateChallenge(services, user, params.challengeId, body),
  deleteChallenge: ({ params }, { user, ...services }) =>
    deleteChallenge(services, user, params.challengeId).then(() => done),
});

export const communityChallengesRoutes = bindRoutes(communityChallengesContract, {
  listCommunityChallenges: ({ params }, { user, ...services }) =>
    listCommunityChallenges(services, user, params.communityId),
  createCommunityChallenge: ({ params, body }, { user, ...services }) =>
    createCommunityChallenge(services, user, params.communityId, body),
  updateCommunityChallenge: ({ params, body }, { user, ...services }) =>
    updateCommunityChallenge(services, user, params, body),
  deleteCommunityChallenge: ({ params }, { user, ...services }) =>
    deleteCommunityChallenge(services, user, params).then(() => done),
});

export const challengeUpdatesRoutes = bindRoutes(challengeUpdatesContract, {
  listUpdates: ({ params }, { user, ...services }) => listUpdates(services, user, params.challengeId),
  postUpdate: ({ params, body }, { user, ...services }) =>
    postUpdate(services, user, params.challengeId, body.text),
  deleteUpdate: ({ params }, { user, ...services }) =>
    deleteUpdate(services, user, params.challengeId, params.updateId).then(() => done),
});

export const challengesRoutes = bindRoutes(challengesContract, {
  listActive: (_input, services) => listActive(services),
  listUpcoming: (_input, services) => listUpcoming(services),
  listPast: ({ query }, services) => listPast(services, query),
  listMine: (_input, { user, ...services }) => listMine(services, user.id),
  getChallenge: ({ params }, { user, ...services }) => getChallenge(services, user, params.challengeId),
  listParticipants: ({ params }, { user, ...services }) =>
    listParticipants(services, user, params.challengeId),
  listChampions: ({ query }, { user, ...services }) => listChampions(services, user, query),
  join: ({ params }, { user, ...services }) => joinChallenge(services, user, params.challengeId),
  leave: ({ params }, { user, ...services }) => leaveChallenge(services, user, params.challengeId),
});
