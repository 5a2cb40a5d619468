import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { observeProcess, registry } from "./metrics.ts";

interface MetricsOptions {
  readonly host: string;
  readonly port: number;
  /** Requests need it as `Authorization: Bearer …`; empty for none. */
  readonly token: string;
}

/**
 * Serves `/metrics` on a port of its own.
 *
 * @throws {Error} when the port is taken
 */
export async function startMetricsServer({ host, port, token }: MetricsOptions, log: Logger) {
  observeProcess();
  const server = createServer(async (req, res) => {
    const {
      status,
      headers = {},
      text = "",
    } = await answer(req, token).catch((error: unknown): Answer => {
      log.error({ err: error }, "the metrics could not be read");
      return { status: 500 };
    });
    res.writeHead(status, { "Cache-Control": "no-store", ...headers }).end(text);
  });
  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw new Error(`METRICS_PORT ${port} of ${host} cannot be used: ${error.message}.`, { cause: error });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

async function answer({ method, url, headers }: IncomingMessage, token: string): Promise<Answer> {
  if (url !== "/metrics" || method !== "GET") return { status: 404 };
  if (token && !isToken(headers.authorization, token)) {
    return { status: 401, headers: { "WWW-Authenticate": "Bearer" } };
  }
  return { status: 200, headers: { "Content-Type": registry.contentType }, text: await registry.metrics() };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

const isToken = (header: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(header ?? ""), digest(`Bearer ${token}`));
