import type { Response } from "express";
import type { InputOf } from "#shared/api/contract.ts";
import type { seoStreams } from "#shared/seo/contract.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { writeRobots, writeSitemapIndex, writeSitemapPart } from "./sitemap.ts";

export const getRobots = (context: GuestHttpContext): void =>
  send(context.res, "text/plain", writeRobots(context));

export const getSitemap = async (context: GuestHttpContext): Promise<void> =>
  send(context.res, "application/xml", await writeSitemapIndex(context));

export const getSitemapPart = async (
  context: GuestHttpContext,
  { params }: InputOf<typeof seoStreams.getSitemapPart>,
): Promise<void> => send(context.res, "application/xml", await writeSitemapPart(context, params.part));

function send(res: Response, type: string, text: string): void {
  res.setHeader("Cache-Control", "public, max-age=3600");
  res.type(`${type}; charset=utf-8`).send(text);
}
