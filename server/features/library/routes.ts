import { libraryContract } from "#shared/library/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as releaseAlerts from "./release-alerts.ts";
import * as service from "./service.ts";

export const libraryRoutes = bindRoutes(libraryContract, { ...service, ...releaseAlerts });
