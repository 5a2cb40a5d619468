import { shelfImportContract } from "#shared/shelf-import/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const shelfImportRoutes = bindRoutes(shelfImportContract, service);
