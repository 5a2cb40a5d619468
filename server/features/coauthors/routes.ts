import { coauthorsContract } from "#shared/publishing/coauthors.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const coauthorsRoutes = bindRoutes(coauthorsContract, service);
