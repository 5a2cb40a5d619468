import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Problem } from "#shared/api/problem.ts";

const drainMs = 10_000;
const queueTimeoutMs = 3_000;
const maxQueuedRequests = 2_000;
/**
 * The listen backlog. Clients that find it full retry after 1, 3, 7 and 15 s, which Node's default of 511
 * causes after a restart under load.
 */
const listenBacklog = 4_096;
const groupSize = 25;
const longestGroupMs = 100;

/**
 * Binds the port first, so that a taken port fails before anything else starts. Until the app is ready, and
 * while closing, `/readyz` fails.
 *
 * @throws {Error} when the port is taken
 */
export async function startHttpServer(
  host: string,
  port: number,
  { timeoutMs = queueTimeoutMs, groupMs = longestGroupMs }: { timeoutMs?: number; groupMs?: number } = {},
) {
  let app: RequestListener | null = null;
  let isClosing = false;
  const early = createEarlyRequestQueue(timeoutMs);
  const streams = new Set<ServerResponse>();

  const server = createServer((req, res) => {
    if (req.url === "/healthz") return reply(res, 200, { status: "alive" });
    if (req.url === "/readyz" && (!app || isClosing)) return reply(res, 503, serviceUnavailable);
    if (!app) return isClosing ? reply(res, 503, serviceUnavailable) : early.take(req, res);
    if (isClosing) res.setHeader("Connection", "close");
    trackStream(req, res, streams);
    app(req, res);
  });
  // Slow clients may not hold a connection without sending their request.
  server.headersTimeout = 10_000;
  server.listen({ port, host, backlog: listenBacklog });
  await once(server, "listening").catch((error) => throwListenError(error, host, port));

  async function drainEarlyRequests(): Promise<void> {
    for (let group = early.call(groupSize); group.length > 0; group = early.call(groupSize)) {
      for (const [req, res] of group) server.emit("request", req, res);
      await answered(
        group.map(([, res]) => res),
        groupMs,
      );
    }
  }

  return {
    port: (server.address() as AddressInfo).port,

    /**
     * Starts serving. Queued requests are drained in groups, so that they do not block new ones for seconds.
     */
    setRequestHandler(listener: RequestListener) {
      app = listener;
      early.stay();
      void drainEarlyRequests();
    },

    /** Finishes what has begun, for ten seconds at most; event streams end at once. */
    async close() {
      isClosing = true;
      for (const [, res] of early.call()) reply(res, 503, serviceUnavailable);
      const closed = once(server, "close");
      server.close();
      for (const stream of streams) stream.end();
      const idle = setInterval(() => server.closeIdleConnections(), 100);
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}

function createEarlyRequestQueue(timeoutMs: number) {
  const waiting = new Map<ServerResponse, { readonly req: IncomingMessage; readonly late: NodeJS.Timeout }>();
  const leave = (res: ServerResponse) => {
    clearTimeout(waiting.get(res)?.late);
    waiting.delete(res);
  };

  return {
    take(req: IncomingMessage, res: ServerResponse): void {
      const late = setTimeout(() => {
        leave(res);
        reply(res, 503, serviceUnavailable);
      }, timeoutMs);
      waiting.set(res, { req, late });
      res.once("close", () => leave(res));
      if (waiting.size <= maxQueuedRequests) return;
      leave(res);
      reply(res, 503, serviceUnavailable);
    },

    stay(): void {
      for (const { late } of waiting.values()) clearTimeout(late);
    },

    /** @returns the first so many of those who still wait, in the order of their coming; they are out then. */
    call(most = waiting.size): ReadonlyArray<readonly [IncomingMessage, ServerResponse]> {
      const called = [...waiting].slice(0, most).map(([res, { req }]) => [req, res] as const);
      for (const [, res] of called) leave(res);
      return called;
    },
  };
}

async function answered(replies: readonly ServerResponse[], maxMs: number): Promise<void> {
  const all = Promise.all(
    replies.map((res) => res.closed || new Promise<void>((end) => res.once("close", end))),
  );
  const late = new AbortController();
  await Promise.race([all, sleep(maxMs, null, { signal: late.signal })]);
  late.abort();
}

const serviceUnavailable: Problem = {
  code: "unavailable",
  message: "The library is not open just now. Please try again in a moment.",
};

function reply(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(status === 503 && { "Retry-After": "1" }),
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
    throw new Error(`Port ${port} of ${host} is taken: stop what uses it, or set PORT.`);
  if (error.code === "EACCES")
    throw new Error(`Port ${port} needs rights that this user does not have: set PORT.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    throw new Error(`HOST ${host} is not an address of this machine.`);
  }
  throw error;
}
