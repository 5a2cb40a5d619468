import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import express from "express";

/** Express' `trust proxy fn`. */
export type TrustsProxy = (ip: string, hops: number) => boolean;

/** The id that a trusted proxy gave the request in `X-Request-Id`, otherwise a new one. */
export function getRequestId({ headers, socket }: IncomingMessage, trustsProxy: TrustsProxy): string {
  const id = headers["x-request-id"];
  const isWellFormed = typeof id === "string" && /^[\w-]{8,64}$/.test(id);
  return isWellFormed && trustsProxy(socket.remoteAddress ?? "", 0) ? id : randomUUID();
}

/** @param trustedProxies comma-separated addresses; empty for none */
export function createTrustsProxy(trustedProxies: string): TrustsProxy {
  const app = express();
  if (trustedProxies) app.set("trust proxy", trustedProxies);
  return app.get("trust proxy fn") as TrustsProxy;
}
