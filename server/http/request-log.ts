import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
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

interface RequestInfo {
  readonly method: string | undefined;
  readonly url: string;
}

/**
 * Logs a request when it ends, with an id and without cookies, queries, bodies or IP addresses.
 *
 * @returns the id
 */
export function logWhenDone(log: Logger, { method, url }: RequestInfo, res: ServerResponse): string {
  const startedAt = performance.now();
  const id = randomUUID();
  res.once("close", () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const line = { id, method, path: getRequestPath(url), status: res.statusCode, ms };
    if (!res.writableFinished) log.info(line, "request aborted by the client");
    else if (res.statusCode === 401 || res.statusCode === 403 || res.statusCode === 429)
      log.warn(line, "request refused");
    else log.info(line, "request");
  });
  return id;
}

/** Logs every request. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    req.id = logWhenDone(log, { method: req.method, url: req.originalUrl }, res);
    res.setHeader("X-Request-Id", req.id);
    next();
  };
}

/** The path of a URL, truncated, because clients control its length. */
export function getRequestPath(url: string): string {
  const query = url.indexOf("?");
  return url.slice(0, query < 0 ? 300 : Math.min(query, 300));
}
