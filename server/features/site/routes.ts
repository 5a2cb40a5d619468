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
  getSiteText: (services, { params }) => getSiteText(services, params),
  listSiteTexts: (services) => listSiteTexts(services),
  saveSiteText: ({ user, ...services }, { params, body }) => saveSiteText(services, user, params, body),
  listSiteTextVersions: (services, { params }) => listSiteTextVersions(services, params),
  getSiteFigures: (services) => getSiteFigures(services),
  getSiteSettings: (services) => getSiteSettings(services),
  saveSiteSettings: ({ user, ...services }, { body }) => saveSiteSettings(services, user, body),
});
