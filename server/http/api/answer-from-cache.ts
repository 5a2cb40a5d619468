import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Express, Request, Response } from "express";
import { getRequestId, type TrustsProxy } from "#server/http/request-id.ts";
import { logWhenDone } from "#server/http/request-log.ts";
import { getApiHeaders } from "#server/http/security/security-headers.ts";
import { hasAppToken } from "#server/http/session/app-token.ts";
import { hasSessionCookie } from "#server/http/session/session.ts";
import { getAreaLog } from "#server/logging/log.ts";
import { cachedReplyCount } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import { findCachedReply, sendReply } from "./reply-cache.ts";

/** Answers guests from the reply cache before Express, whose routing takes longer than sending the bytes. */
export function answerFromCache(services: Services, app: Express): RequestListener {
  const { settings, live } = services;
  const log = getAreaLog(services.log, "http");
  const trustsProxy = app.get("trust proxy fn") as TrustsProxy;
  const hasSession = hasSessionCookie(settings);
  const headers = getApiHeaders(settings)
    .filter(([name]) => name !== "Cache-Control")
    .flat();

  return (req: IncomingMessage, res: ServerResponse) => {
    const { method, url = "" } = req;
    const isCandidate = method === "GET" && url.startsWith("/api/") && !hasSession(req) && !hasAppToken(req);
    const reply = isCandidate ? findCachedReply(live, req, url) : undefined;
    if (!reply) return app(req, res);
    cachedReplyCount.inc({ result: "hit" });
    // Behind a proxy, the limit reads Express' `req.ip`.
    if (settings.trustedProxies) Object.setPrototypeOf(req, app.request);
    try {
      void reply.limit(req as Request, res as Response);
    } catch {
      return app(req, res);
    }
    const id = getRequestId(req, trustsProxy);
    logWhenDone(log, id, req, res, reply.route);
    sendReply(req, res, reply, [...headers, "X-Request-Id", id]);
  };
}
