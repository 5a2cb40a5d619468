import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { callUntilStopped, size, waitUntil } from "#server/bench/core/load.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireNginx, startCluster, startProxy } from "./cluster.ts";
import { startLoad } from "./ledger.ts";

const secondsOfEach = size(20, 3);

/**
 * Replaces the built version in the checkout `UPGRADE_FROM`, as the guide says, while readers write: the schema, the
 * web processes one after the other, the worker.
 */
export async function upgrade(bench: Bench): Promise<void> {
  const from = process.env["UPGRADE_FROM"];
  if (!from) {
    bench.note("not run: UPGRADE_FROM names the checkout of an earlier version, built with npm run build");
    return;
  }
  if (!requireNginx(bench)) return;
  const { cluster } = await startCluster(bench);
  const { url, environments } = await startProxy(cluster);
  const common = { DATA_DIR: cluster.dataDir, DATABASE_URL: cluster.databaseUrl, DEMO: "off" };
  const launchOld = (file: string, args: readonly string[], env = {}) => {
    const program = path.join(path.resolve(from), "dist/server", file);
    const settings = { HOST: "127.0.0.1", RATE_LIMIT_FACTOR: "100000", LOG_LEVEL: "info" };
    return cluster.launch(process.execPath, [program, ...args], { ...common, ...settings, ...env });
  };
  await launchOld("cli.js", ["migrate"]).ended;
  const oldWeb = environments.map((env) => launchOld("main.js", ["--only", "web"], env));
  const oldWorker = launchOld("main.js", ["--only", "worker"]);
  await Promise.all(oldWeb.map((each) => each.waitFor(/http:\/\/127\.0\.0\.1:\d+/)));

  const load = await startLoad(cluster, url);
  const counts = { requests: 0, failed: 0 };
  const stopReading = callUntilStopped(1, async () => {
    const reply = await fetch(`${url}/api/books`).catch(() => null);
    counts.requests += 1;
    if (!reply?.ok) counts.failed += 1;
    await reply?.text();
  });
  await sleep(secondsOfEach * 1_000);
  bench.step("schema");
  await migrate(cluster.databaseUrl);
  await sleep(secondsOfEach * 1_000);
  for (const [n, env] of environments.entries()) {
    bench.step(`web process ${n + 1}`);
    await oldWeb[n]?.stop();
    const { baseUrl } = await cluster.startServer(env);
    await waitUntil(async () => (await fetch(`${baseUrl}/readyz`)).ok);
    await sleep(secondsOfEach * 1_000);
  }
  bench.step("worker");
  await oldWorker.stop();
  cluster.launchWorker();
  await sleep(secondsOfEach * 1_000);
  await load.stop();
  await stopReading();
  bench.figures(["reads", counts.requests, "", "≥ 100"], ["failed reads", counts.failed, "", "≤ 0"]);
  await load.compare(bench);
}
