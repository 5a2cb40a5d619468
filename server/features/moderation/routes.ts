import { moderationContract } from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import * as decisions from "#server/features/decisions/service.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decideAppeal } from "./appeals.ts";
import { decideReports } from "./decide-reports.ts";
import * as service from "./service.ts";

export const moderationRoutes = bindRoutes(moderationContract, { ...service, decideReports });
export const decisionsRoutes = bindRoutes(decisionsContract, { ...decisions, decideAppeal });
