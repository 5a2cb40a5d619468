import type { Response } from "express";
import { seoStreams } from "#shared/seo/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import { writeRobots, writeSitemapIndex, writeSitemapPart } from "./sitemap.ts";

export const seoRoutes = bindStreams(seoStreams, {
  getRobots: (_input, { res, ...services }) => send(res, "text/plain", writeRobots(services)),
  getSitemap: async (_input, { res, ...services }) =>
    send(res, "application/xml", await writeSitemapIndex(services)),
  getSitemapPart: async ({ params }, { res, ...services }) =>
    send(res, "application/xml", await writeSitemapPart(services, params.part)),
});

function send(res: Response, type: string, text: string): void {
  res.setHeader("Cache-Control", "public, max-age=3600");
  res.type(`${type}; charset=utf-8`).send(text);
}
