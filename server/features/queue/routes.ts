import { queueContract } from "#shared/queue/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const queueRoutes = bindRoutes(queueContract, service);
