import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { bindRoutes, combineRoutes } from "#server/http/api/bind-contract.ts";
import * as communities from "./communities.ts";
import * as discussions from "./discussions.ts";
import * as drafts from "./drafts.ts";
import * as following from "./following.ts";
import * as members from "./members.ts";
import * as posts from "./posts.ts";

export const communityRoutes = combineRoutes(
  bindRoutes(communityContract, { ...communities, ...members }),
  bindRoutes(discussionsContract, { ...discussions, ...following, ...posts, ...drafts }),
);
