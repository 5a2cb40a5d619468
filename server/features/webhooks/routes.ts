import { webhooksContract } from "#shared/webhooks/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const webhooksRoutes = bindRoutes(webhooksContract, service);
