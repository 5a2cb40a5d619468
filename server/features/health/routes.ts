import { healthContract } from "#shared/staff/health.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getHealthReport } from "./service.ts";

export const healthRoutes = bindRoutes(healthContract, { getHealthReport });
