import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createApp } from "#server/app.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { observeQueries } from "#server/db/observe-queries.ts";
import { logSlowQueries } from "#server/db/slow-queries.ts";
import { createLog } from "#server/logging/log.ts";
import { registry } from "#server/metrics/metrics.ts";
import type { Settings } from "#server/settings.ts";
import { startTestServices } from "./test-services.ts";

/** Starts the real app and collects all that it and its jobs log: every level, every statement. */
export async function startLoggedApp(changed: Partial<Settings>) {
  let logged = "";
  const write = (line: string) => {
    logged += line;
  };
  const { stop: stopServices, ...running } = await startTestServices(changed);
  const log = createLog({ default: "trace", areas: {} }, { write });
  const services = Object.assign(running.services, { log });
  const { $client } = services.db as OpenDatabase;
  observeQueries($client, logSlowQueries({ log, databaseUrl: running.databaseUrl, thresholdMs: -1 }));
  const server = createServer(createApp(services)).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    ...running,
    services,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,

    getLog: () => logged,

    /** Lines of the log, the metrics and other texts that contain one of the secrets. */
    async findLines(secrets: readonly string[], ...others: readonly string[]): Promise<string[]> {
      const lines = [logged, await registry.metrics(), ...others].flatMap((text) => text.split("\n"));
      return lines.filter((line) => secrets.some((secret) => contains(line, secret)));
    },

    async stop() {
      server.close();
      server.closeAllConnections();
      await stopServices();
    },
  };
}

/** Codes of digits count as words only, because longer numbers contain them by chance. */
const contains = (line: string, secret: string) =>
  /^\d+$/.test(secret)
    ? new RegExp(`\\b${secret}\\b`).test(line)
    : line.toLowerCase().includes(secret.toLowerCase());
