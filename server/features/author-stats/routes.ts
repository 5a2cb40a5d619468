import { authorStatsContract, authorStatsStreams } from "#shared/author-stats/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { downloadBookStats, getBookStats } from "./service.ts";

export const authorStatsRoutes = bindRoutes(authorStatsContract, { getBookStats });
export const authorStatsStreamRoutes = bindStreams(authorStatsStreams, { downloadBookStats });
