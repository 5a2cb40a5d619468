import { systemContract, systemStreams } from "#shared/system/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import * as documents from "./documents.ts";
import { getReadiness } from "./service.ts";

const getHealth = () => ({ status: "alive" as const });

export const systemRoutes = combineRoutes(
  bindRoutes(systemContract, { getHealth, getReadiness }),
  bindStreams(systemStreams, documents),
);
