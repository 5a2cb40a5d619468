import { authorStatsContract, authorStatsStreams } from "#shared/author-stats/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { getBookStats, toCsv } from "./service.ts";

export const authorStatsRoutes = bindRoutes(authorStatsContract, {
  getBookStats: ({ params }, { user, ...services }) => getBookStats(services, user, params.bookId),
});

export const authorStatsStreamRoutes = bindStreams(authorStatsStreams, {
  downloadBookStats: async ({ params }, { user, req, res, ...services }) => {
    const stats = await getBookStats(services, user, params.bookId);
    sendAsUpload(res, `statistics-${params.bookId}.csv`);
    res.setHeader("Content-Type", "text/csv; charset=utf-8");
    res.setHeader("Cache-Control", "private, no-store");
    res.end(req.method === "HEAD" ? undefined : toCsv(stats));
  },
});
