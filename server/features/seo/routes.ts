import { seoStreams } from "#shared/seo/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import * as sitemap from "./sitemap-streams.ts";

export const seoRoutes = bindStreams(seoStreams, sitemap, { fromReplica: ["getSitemap", "getSitemapPart"] });
