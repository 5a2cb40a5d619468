import { siteContract } from "#shared/site/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getSiteSettings } from "./service.ts";
import {
  getSiteFigures,
  getSiteText,
  listSiteTexts,
  listSiteTextVersions,
  saveSiteSettings,
  saveSiteText,
} from "./site.ts";

export const siteRoutes = bindRoutes(siteContract, {
  getSiteText: ({ params }, services) => getSiteText(services, params),
  listSiteTexts: (_input, services) => listSiteTexts(services),
  saveSiteText: ({ params, body }, { user, ...services }) => saveSiteText(services, user, params, body),
  listSiteTextVersions: ({ params }, services) => listSiteTextVersions(services, params),
  getSiteFigures: (_input, services) => getSiteFigures(services),
  getSiteSettings: (_input, services) => getSiteSettings(services),
  saveSiteSettings: ({ body }, { user, ...services }) => saveSiteSettings(services, user, body),
});
