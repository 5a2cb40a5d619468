import { libraryContract } from "#shared/library/contract.ts";
import { libraryStreams } from "#shared/library/export-contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { exportLibrary } from "./export/export-library.ts";
import * as releaseAlerts from "./release-alerts.ts";
import * as service from "./service.ts";

export const libraryRoutes = bindRoutes(libraryContract, { ...service, ...releaseAlerts });

export const libraryStreamRoutes = bindStreams(libraryStreams, { exportLibrary });
