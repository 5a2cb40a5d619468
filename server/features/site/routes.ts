import { siteContract } from "#shared/site/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getSiteSettings } from "./service.ts";
import { getSiteText, listSiteTexts, listSiteTextVersions, putSiteSettings, putSiteText } from "./site.ts";

export const siteRoutes = bindRoutes(siteContract, {
  getSiteText: ({ params }, services) => getSiteText(services, params),
  listSiteTexts: (_input, services) => listSiteTexts(services),
  putSiteText: ({ params, body }, { user, ...services }) => putSiteText(services, user, params, body),
  listSiteTextVersions: ({ params }, services) => listSiteTextVersions(services, params),
  getSiteSettings: (_input, services) => getSiteSettings(services),
  putSiteSettings: ({ body }, { user, ...services }) => putSiteSettings(services, user, body),
});
