import { correctionsContract } from "#shared/corrections/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const correctionsRoutes = bindRoutes(correctionsContract, service);
