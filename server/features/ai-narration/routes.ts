import { aiNarrationContract } from "#shared/ai-narration/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const aiNarrationRoutes = bindRoutes(aiNarrationContract, service);
