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
  listExclusions: async (services) => ({ readers: await listExclusions(services) }),
  excludeReader: ({ user, ...services }, { params, body }) =>
    excludeReader(services, user.id, params.userId, body.reason),
  includeReader: ({ user, ...services }, { params }) => includeReader(services, user.id, params.userId),
});

export const challengesStaffRoutes = bindRoutes(challengesStaffContract, {
  listAllChallenges: (services) => listAllChallenges(services),
  createChallenge: ({ user, ...services }, { body }) => createChallenge(services, user, body),
  updateChallenge: ({ user, ...services }, { params, body }) =>
    updateChallenge(services, user, params.challengeId, body),
  deleteChallenge: ({ user, ...services }, { params }) => deleteChallenge(services, user, params.challengeId),
});

export const communityChallengesRoutes = bindRoutes(communityChallengesContract, {
  listCommunityChallenges: ({ user, ...services }, { params }) =>
    listCommunityChallenges(services, user, params.communityId),
  createCommunityChallenge: ({ user, ...services }, { params, body }) =>
    createCommunityChallenge(services, user, params.communityId, body),
  updateCommunityChallenge: ({ user, ...services }, { params, body }) =>
    updateCommunityChallenge(services, user, params, body),
  deleteCommunityChallenge: ({ user, ...services }, { params }) =>
    deleteCommunityChallenge(services, user, params),
});

export const challengeUpdatesRoutes = bindRoutes(challengeUpdatesContract, {
  listUpdates: ({ user, ...services }, { params }) => listUpdates(services, user, params.challengeId),
  postUpdate: ({ user, ...services }, { params, body }) =>
    postUpdate(services, user, params.challengeId, body.text),
  deleteUpdate: ({ user, ...services }, { params }) =>
    deleteUpdate(services, user, params.challengeId, params.updateId),
});

export const challengesRoutes = bindRoutes(challengesContract, {
  listActive: (services) => listActive(services),
  listUpcoming: (services) => listUpcoming(services),
  listPast: (services, { query }) => listPast(services, query),
  listMine: ({ user, ...services }) => listMine(services, user.id),
  getChallenge: ({ user, ...services }, { params }) => getChallenge(services, user, params.challengeId),
  listParticipants: ({ user, ...services }, { params }) =>
    listParticipants(services, user, params.challengeId),
  listChampions: ({ user, ...services }, { query }) => listChampions(services, user, query),
  join: ({ user, ...services }, { params }) => joinChallenge(services, user, params.challengeId),
  leave: ({ user, ...services }, { params }) => leaveChallenge(services, user, params.challengeId),
});
