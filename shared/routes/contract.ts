import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

export const seoStreams = {
  getRobots: stream({
    method: "GET",
    path: "/robots.txt",
    access: "guest",
    summary: "What machines may read, and where the sitemap is",
    produces: "text/plain",
  }),

  getSitemap: stream({
    method: "GET",
    path: "/sitemap.xml",
    access: "guest",
    budget: "search",
    summary: "The index of the sitemap",
    produces: "application/xml",
  }),

  getSitemapPart: stream({
    method: "GET",
    path: "/sitemap-:part.xml",
    access: "guest",
    budget: "search",
    summary: "A part of the sitemap: the pages, the genres, or the books or authors from an id on",
    params: z.strictObject({
      part: z.string().check(z.regex(new RegExp(`^(pages|genres|(books|authors)-${uuid})$`))),
    }),
    produces: "application/xml",
  }),
};
