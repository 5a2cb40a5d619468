import { listenTogetherContract } from "#shared/listen-together/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const listenTogetherRoutes = bindRoutes(listenTogetherContract, service);
