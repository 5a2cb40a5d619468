import { communityChallengesContract } from "#shared/challenges/community.ts";
import { challengesContract } from "#shared/challenges/contract.ts";
import { exclusionsContract } from "#shared/challenges/exclusions.ts";
import { challengesStaffContract } from "#shared/challenges/staff.ts";
import { challengeUpdatesContract } from "#shared/challenges/updates.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { listChampions } from "./champions.ts";
import * as communityChallenges from "./community-challenges.ts";
import * as exclusions from "./exclusions.ts";
import * as service from "./service.ts";
import * as staff from "./staff.ts";
import * as updates from "./updates.ts";

export const challengesRoutes = bindRoutes(
  challengesContract,
  { ...service, ...staff, listChampions },
  { fromReplica: ["listActive", "listUpcoming", "listPast", "listChampions"] },
);
export const challengesStaffRoutes = bindRoutes(challengesStaffContract, staff, {
  fromReplica: ["listAllChallenges"],
});
export const challengeUpdatesRoutes = bindRoutes(challengeUpdatesContract, updates);
export const communityChallengesRoutes = bindRoutes(communityChallengesContract, communityChallenges);
export const exclusionsRoutes = bindRoutes(exclusionsContract, exclusions);
