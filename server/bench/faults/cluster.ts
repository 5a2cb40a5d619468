import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { hasNginx, startNginx } from "#server/testing/peers/nginx.ts";

/** @returns false with a missed figure where there is no nginx */
export function requireNginx(bench: Bench): boolean {
  if (!hasNginx) bench.figures(["nginx is installed (Debian: apt-get install nginx)", 0, "", "= 1"]);
  return hasNginx;
}

/** nginx before two web processes, and their variables. */
export async function startProxy(cluster: Bench) {
  const ports = [String(await findFreePort()), String(await findFreePort())] as const;
  const [first, second] = ports.map((port) => `http://127.0.0.1:${port}`) as [string, string];
  const nginx = await startNginx(first, cluster.dataDir, second);
  cluster.atEnd(() => nginx.stop());
  const env = { PUBLIC_ORIGIN: nginx.url, TRUST_PROXY: "loopback", UPLOAD_QUOTA_GB: "1000" };
  return { url: nginx.url, environments: ports.map((PORT) => ({ ...env, PORT })) };
}

/** An empty database of its own, which can be killed. */
export async function startCluster(bench: Bench) {
  const home = path.join(bench.makeFolder(), "database");
  const start = async (port: number) => startEmbedded(home, { flags: ["-c", "max_connections=200"], port });
  const port = await findFreePort();
  let running = await start(port);
  bench.atEnd(() => running.stop());
  const url = new URL(running.url);
  url.search = "";
  return {
    cluster: await bench.withDatabase(url.href),
    /** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
    async kill(signal: "SIGKILL" | "SIGINT" | "SIGQUIT" = "SIGKILL", downMs = 0) {
      process.kill(running.pid, signal);
      await running.stop();
      await sleep(downMs);
      running = await start(port);
    },
  };
}
