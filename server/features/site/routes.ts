import { siteContract } from "#shared/site/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getSiteSettings } from "./service.ts";
import * as site from "./site.ts";

export const siteRoutes = bindRoutes(siteContract, { ...site, getSiteSettings });
