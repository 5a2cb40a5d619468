import { authorFiguresContract, authorFiguresStreams } from "#shared/author-figures/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { getFigures, toCsv } from "./service.ts";

export const authorFiguresRoutes = bindRoutes(authorFiguresContract, {
  getFigures: ({ params }, { user, ...services }) => getFigures(services, user, params.bookId),
});

export const authorFiguresStreamRoutes = bindStreams(authorFiguresStreams, {
  downloadFigures: async ({ params }, { user, req, res, ...services }) => {
    const figures = await getFigures(services, user, params.bookId);
    sendAsUpload(res, `figures-${params.bookId}.csv`);
    res.setHeader("Content-Type", "text/csv; charset=utf-8");
    res.setHeader("Cache-Control", "private, no-store");
    res.end(req.method === "HEAD" ? undefined : toCsv(figures));
  },
});
