import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Logger } from "pino";

declare global {
  namespace Express {
    interface Request {
      /** The request id in the log; also sent as `X-Request-Id`. */
      id: string;
    }
  }
}

/** Logs every request when it ends, with an id and without cookies, queries, bodies or IP addresses. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    req.id = randomUUID();
    res.setHeader("X-Request-Id", req.id);
    res.once("close", () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const line = {
        id: req.id,
        method: req.method,
        path: getRequestPath(req.originalUrl),
        status: res.statusCode,
        ms,
      };
      if (!res.writableFinished) log.info(line, "request left by the caller");
      else if (res.statusCode === 401 || res.statusCode === 403 || res.statusCode === 429)
        log.warn(line, "request refused");
      else log.info(line, "request");
    });
    next();
  };
}

/** The path of a URL, truncated, because clients control its length. */
export function getRequestPath(url: string): string {
  const query = url.indexOf("?");
  return url.slice(0, query < 0 ? 300 : Math.min(query, 300));
}
