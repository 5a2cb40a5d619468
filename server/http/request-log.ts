import type { IncomingMessage, ServerResponse } from "node:http";
import type { Request, RequestHandler } from "express";
import type { Logger } from "pino";
import { requestCount, requestSeconds } from "#server/metrics/metrics.ts";
import { type Operation, runOperation } from "#server/tracing/operation.ts";
import { addTraceId, type Span, startSpan, toParent } from "#server/tracing/tracer.ts";
import { getRequestId, type TrustsProxy } from "./request-id.ts";

declare global {
  namespace Express {
    interface Request {
      /** The request id in the log; also sent as `X-Request-Id`. */
      id: string;
      operation: Operation;
    }
  }
}

/** Logs a request when it ends, with its id and without cookies, queries, bodies or IP addresses. */
export function logWhenDone(
  log: Logger,
  id: string,
  req: IncomingMessage,
  res: ServerResponse,
  /** The path of the contract, where Express does not set it. */
  route?: string,
): void {
  const startedAt = performance.now();
  const { url = "" } = req;
  res.once("close", () => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const line = { id, method: req.method, path: getRequestPath(url), status: res.statusCode, ms };
    observeRequest(req, res, route ?? getRoute(req as Request, url), ms);
    if (!res.writableFinished) log.info(line, "request aborted by the client");
    else if (res.statusCode === 401 || res.statusCode === 403 || res.statusCode === 429)
      log.warn(line, "request refused");
    else log.info(line, "request");
  });
}

/** Logs every request, and makes its id part of what is logged meanwhile. */
export function logRequests(log: Logger, trustsProxy: TrustsProxy): RequestHandler {
  return (req, res, next) => {
    req.id = getRequestId(req, trustsProxy);
    const span = traceRequest(req, res, trustsProxy);
    logWhenDone(log, req.id, req, res);
    res.setHeader("X-Request-Id", req.id);
    req.operation = { logged: addTraceId({ id: req.id }, span), ...toParent(span) };
    runOperation(req.operation, next);
  };
}

/** Null when traces are off. A trusted proxy can begin the trace. */
function traceRequest(req: Request, res: ServerResponse, trustsProxy: TrustsProxy): Span | null {
  const { method, originalUrl, headers, socket } = req;
  const parent = headers["traceparent"];
  const isTrusted = typeof parent === "string" && trustsProxy(socket.remoteAddress ?? "", 0);
  const span = startSpan({ name: method, kind: "server", parent: isTrusted ? parent : null });
  if (!span) return null;
  res.once("close", () => {
    const route = getRoute(req, originalUrl);
    const { statusCode } = res;
    span.end({
      name: `${method} ${route}`,
      attributes: {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": statusCode,
        "maktaba.request_id": req.id,
      },
      error: statusCode >= 500 ? { code: String(statusCode) } : null,
    });
  });
  return span;
}

function observeRequest(req: IncomingMessage, res: ServerResponse, route: string, ms: number): void {
  const method = req.method ?? "";
  requestCount.inc({ method, route, status: res.statusCode });
  const isStream = String(res.getHeader("Content-Type")).startsWith("text/event-stream");
  if (!isStream) requestSeconds.observe({ method, route }, ms / 1000);
}

/** The path of the contract; a kind of request where none matched. */
function getRoute(req: Request, url: string): string {
  const path: unknown = req.route?.path;
  if (typeof path === "string") return path;
  if (url.startsWith("/api/")) return "unknown api";
  return url.startsWith("/assets/") ? "assets" : "page";
}

/** Also in addresses that open nothing: other spellings of a path, and apps that put it behind another one. */
const tokens = /((?:\/unsubscribe|\/kobo|\/private)\/+)[^/]+|app(?:_|%5f)[\w%-]+/gi;

/** The path of a URL, truncated, because clients control its length, and without the tokens in it. */
export function getRequestPath(url: string): string {
  const query = url.indexOf("?");
  const path = url.slice(0, query < 0 ? 300 : Math.min(query, 300));
  return path.replace(tokens, (_token, before: string | undefined) => `${before ?? ""}…`);
}
