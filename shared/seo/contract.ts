import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** The kinds of pages that have parts of the sitemap. */
export const sitemapKinds = ["books", "authors", "communities", "discussions", "shelves"] as const;

export const seoStreams = {
  getRobots: stream({
    method: "GET",
    path: "/robots.txt",
    access: "guest",
    summary: "robots.txt",
    produces: "text/plain",
  }),

  getSitemap: stream({
    method: "GET",
    path: "/sitemap.xml",
    access: "guest",
    budget: "search",
    summary: "The sitemap index",
    produces: "application/xml",
  }),

  getSitemapPart: stream({
    method: "GET",
    path: "/sitemap-:part.xml",
    access: "guest",
    budget: "search",
    summary: "One part of the sitemap: pages, genres, or the pages of one kind from an id",
    params: z.strictObject({
      part: z.string().check(z.regex(new RegExp(`^(pages|genres|(${sitemapKinds.join("|")})-${uuid})$`))),
    }),
    produces: "application/xml",
  }),
};
