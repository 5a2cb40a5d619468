import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Problem } from "#shared/api/problem.ts";
import { getSystemdSocket } from "./env.ts";
import { getRequestId, type TrustsProxy } from "./http/request-id.ts";

const drainMs = 10_000;
const lingerMs = 300;
/** Backlog size: with Node's default of 511, clients beyond it retry after 1, 3, 7 and 15 s under load. */
const listenBacklog = 4_096;
/** Longer than the 60 s of nginx and common load balancers: the side that reuses a connection closes it first. */
const keepAliveMs = 75_000;

/** Requests wait this long for the start of the server; a migration can take longer. */
const startMs = 20_000;

/**
 * Binds the port first, so that a taken port fails before anything else starts. Requests wait until the app is
 * ready; after `startMs`, and while closing, they are answered with 503 and `Retry-After`. A socket that systemd
 * opened replaces host and port, and keeps the connections that are made during a restart.
 *
 * @throws {Error} when the port is taken
 */
export async function startHttpServer(host: string, port: number, trustsProxy: TrustsProxy) {
  let app: RequestListener | null = null;
  let isClosing = false;
  const streams = new Set<ServerResponse>();
  const waiting = new Map<ServerResponse, IncomingMessage>();
  const refuse = (req: IncomingMessage, res: ServerResponse) => {
    const requestId = getRequestId(req, trustsProxy);
    res.setHeader("X-Request-Id", requestId).setHeader("Retry-After", "1");
    reply(res, 503, { ...serviceUnavailable, requestId } satisfies Problem);
  };
  const refuseWaiting = () => {
    for (const [res, req] of waiting) refuse(req, res);
    waiting.clear();
  };
  let isLate = false;
  const startTimer = setTimeout(() => {
    isLate = true;
    refuseWaiting();
  }, startMs).unref();
  const hold = (req: IncomingMessage, res: ServerResponse) => {
    if (isLate || isClosing) return refuse(req, res);
    waiting.set(res, req);
    res.once("close", () => waiting.delete(res));
  };

  const server = createServer((req, res) => {
    if (req.url === "/healthz") return reply(res, 200, { status: "alive" });
    if (req.url === "/readyz" && (!app || isClosing)) return refuse(req, res);
    if (!app) return hold(req, res);
    if (isClosing) res.setHeader("Connection", "close");
    trackStream(req, res, streams);
    app(req, res);
  });
  // Time-outs for slow clients.
  server.headersTimeout = 10_000;
  server.keepAliveTimeout = keepAliveMs;
  server.listen(getSystemdSocket() ?? { port, host, backlog: listenBacklog });
  await once(server, "listening").catch((error) => throwListenError(error, host, port));

  return {
    port: (server.address() as AddressInfo).port,

    /** Starts serving. */
    setRequestHandler(listener: RequestListener) {
      app = listener;
      clearTimeout(startTimer);
      for (const [res, req] of waiting) server.emit("request", req, res);
      waiting.clear();
    },

    /** Drains connections for ten seconds at most; event streams end immediately. */
    async close() {
      isClosing = true;
      refuseWaiting();
      for (const stream of streams) stream.end();
      // Connections in use end with their next reply: closing one cuts a request that is on its way.
      await sleep(lingerMs);
      const closed = once(server, "close");
      server.close();
      const idleTimer = setInterval(() => server.closeIdleConnections(), 100);
      const forceCloseTimer = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idleTimer);
      clearTimeout(forceCloseTimer);
    },
  };
}

const serviceUnavailable: Problem = {
  code: "unavailable",
  message: "The server is starting or stopping. Please try again in a moment.",
};

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  res.end(JSON.stringify(body));
}

function trackStream(req: IncomingMessage, res: ServerResponse, streams: Set<ServerResponse>): void {
  if (!req.headers.accept?.includes("text/event-stream")) return;
  streams.add(res);
  res.on("close", () => streams.delete(res));
}

function throwListenError(error: NodeJS.ErrnoException, host: string, port: number): never {
  if (error.code === "EADDRINUSE")
    throw new Error(`Port ${port} of ${host} is already in use: stop the other program or set PORT.`);
  if (error.code === "EACCES")
    throw new Error(`Port ${port} requires privileges that this user does not have: set PORT.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    throw new Error(`HOST ${host} is not an address of this machine.`);
  }
  throw error;
}
