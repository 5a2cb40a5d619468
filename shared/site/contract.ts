import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import { Instant, rawText } from "#shared/api/schemas.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";

/** Texts of the site that admins can replace. `landing` holds the lists of claims on the landing page. */
export const SiteTextKey = z.enum(["privacy", "terms", "guidelines", "careers", "landing"]);
export type SiteTextKey = z.infer<typeof SiteTextKey>;

export const maxSiteText = 60_000;

const Language = z.enum(languages);

/** The current version of a text in one language. */
export const SiteText = z.object({
  key: SiteTextKey,
  language: Language,
  /** 0 before the first change. */
  version: z.int(),
  /** Empty for the built-in text. */
  markdown: z.string(),
  changedAt: z.nullable(Instant),
});
export type SiteText = z.infer<typeof SiteText>;

export const SiteTextVersion = z.object({
  version: z.int(),
  markdown: z.string(),
  changedAt: Instant,
  /** Empty for a deleted account. */
  changedBy: z.string(),
});
export type SiteTextVersion = z.infer<typeof SiteTextVersion>;

export const SiteSettings = z.strictObject({
  /** `closed`: nobody can create an account. */
  registration: z.enum(["open", "closed"]),
  /** Whether signing in with an unknown email creates an account. */
  registersOnSignIn: z.boolean(),
  /** The maximum size of all files of one author, in GB. */
  quotaGb: z.number().check(z.gte(0.1), z.lte(1_000_000)),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

const Count = z.int().check(z.nonnegative());

/** Counted now, for the claims of the landing page. */
export const SiteFigures = z.object({
  /** Published books with a text. */
  texts: Count,
  audioHours: Count,
  accounts: Count,
  /** People who read or listened in the last 30 days. */
  activeReaders: Count,
  /** With a text, not hidden. */
  reviews: Count,
  communities: Count,
  /** Of published books. */
  authors: Count,
});
export type SiteFigures = z.infer<typeof SiteFigures>;

const textParams = z.strictObject({ key: SiteTextKey, language: Language });

export const siteContract = {
  getSiteText: route({
    method: "GET",
    path: "/api/site-texts/:key/:language",
    access: "guest",
    summary: "A text of the site; null when it is the built-in one",
    reads: ["site-text"],
    params: textParams,
    response: z.object({ content: z.nullable(RichText), changedAt: z.nullable(Instant) }),
  }),

  listSiteTexts: route({
    method: "GET",
    path: "/api/admin/site-texts",
    access: "admin",
    summary: "The texts of the site in both languages",
    reads: ["site-text"],
    response: z.object({ texts: z.array(SiteText) }),
  }),

  saveSiteText: route({
    method: "PUT",
    path: "/api/admin/site-texts/:key/:language",
    access: "admin",
    summary: "Replaces a text; rejected when it was changed since the given version",
    changes: ["site-text"],
    errors: ["conflict"],
    params: textParams,
    body: z.strictObject({ version: z.int(), markdown: rawText(maxSiteText) }),
    response: SiteText,
  }),

  listSiteTextVersions: route({
    method: "GET",
    path: "/api/admin/site-texts/:key/:language/versions",
    access: "admin",
    summary: "The last 50 versions of a text, newest first",
    reads: ["site-text"],
    params: textParams,
    response: z.object({ versions: z.array(SiteTextVersion) }),
  }),

  getSiteFigures: route({
    method: "GET",
    path: "/api/admin/site-figures",
    access: "admin",
    budget: "search",
    summary: "Counts of texts, audio hours, readers, reviews, communities and authors",
    unwatched: "Figures of past days",
    response: SiteFigures,
  }),

  getSiteSettings: route({
    method: "GET",
    path: "/api/admin/settings",
    access: "admin",
    summary: "Settings of registration and uploads",
    reads: ["site-settings"],
    response: SiteSettings,
  }),

  saveSiteSettings: route({
    method: "PUT",
    path: "/api/admin/settings",
    access: "admin",
    summary: "Changes the settings of registration and uploads",
    changes: ["site-settings"],
    body: SiteSettings,
    response: SiteSettings,
  }),
};
