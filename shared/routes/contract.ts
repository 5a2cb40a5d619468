import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

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
    summary: "One part of the sitemap: pages, genres, or books or authors from an id",
    params: z.strictObject({
      part: z.string().check(z.regex(new RegExp(`^(pages|genres|(books|authors)-${uuid})$`))),
    }),
    produces: "application/xml",
  }),
};
