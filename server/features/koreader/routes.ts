import { koreaderContract } from "#shared/koreader/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const koreaderRoutes = bindRoutes(koreaderContract, service);
