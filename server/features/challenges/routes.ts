import { challengesContract } from "#shared/challenges/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { listChampions } from "./champions.ts";
import {
  getChallenge,
  joinChallenge,
  leaveChallenge,
  listActive,
  listMine,
  listPast,
  listUpcoming,
} from "./service.ts";

export const challengesRoutes = bindRoutes(challengesContract, {
  listActive: (_input, services) => listActive(services),
  listUpcoming: (_input, services) => listUpcoming(services),
  listPast: ({ query }, services) => listPast(services, query),
  listMine: (_input, { user, ...services }) => listMine(services, user.id),
  getChallenge: ({ params }, { user, ...services }) => getChallenge(services, user, params.challengeId),
  listChampions: ({ query }, { user, ...services }) => listChampions(services, user, query),
  join: ({ params }, { user, ...services }) => joinChallenge(services, user, params.challengeId),
  leave: ({ params }, { user, ...services }) => leaveChallenge(services, user, params.challengeId),
});
