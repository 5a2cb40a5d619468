import { storageContract } from "#shared/staff/storage.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as service from "./service.ts";

export const storageRoutes = bindRoutes(storageContract, service);
