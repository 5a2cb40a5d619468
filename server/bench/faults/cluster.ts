import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { Bench } from "#server/bench/core/bench.ts";
import { callUntilStopped, size, waitUntil } from "#server/bench/core/load.ts";
import type { Program } from "#server/bench/core/processes.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { migrate } from "#server/db/migrate.ts";
import { hasNginx, startNginx } from "#server/testing/peers/nginx.ts";
import { startLoad } from "./ledger.ts";
import { startPushService } from "./push-service.ts";

const secondsOfEach = size(20, 3);
/** How long to kill; one hour by default. */
const minutes = Number(process.env["KILL_MINUTES"] ?? size(60, 0.5));
const betweenKillsMs = [2_000, 12_000] as const;
const pauseMs = [10_000, 60_000] as const;

/**
 * Two web processes and two workers behind nginx. One of them, or the database, is killed or paused every few seconds
 * while readers write; each write is repeated until it is acknowledged, as the app does. What was acknowledged is then
 * compared with the rows.
 */
export async function killAtRandom(bench: Bench): Promise<void> {
  if (!requireNginx(bench)) return;
  const { cluster, kill } = await startCluster(bench);
  await migrate(cluster.databaseUrl);
  const { url, environments } = await startProxy(cluster);
  const web = environments.map((env) => () => cluster.startServer(env));
  const pushService = await startPushService(bench);
  const worker = () => Promise.resolve(cluster.launchWorker(pushService.environment));
  const victims = await Promise.all([...web, worker, worker].map(startVictim));
  const load = await startLoad(cluster, url, ({ id }) => pushService.addDevice(cluster, id));

  const counts = { kills: 0, pauses: 0, "kills of the database": 0 };
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await sleep(randomInt(...betweenKillsMs));
    const victim = victims[randomInt(victims.length + 1)];
    const what = victim ? (randomInt(4) === 0 ? "pauses" : "kills") : "kills of the database";
    if (what === "pauses") void victim?.pause();
    else await (victim ?? { kill }).kill();
    counts[what] += 1;
    const sum = Object.values(counts).reduce((a, b) => a + b);
    if (sum % 20 === 0) bench.step(`${sum} kills and pauses`);
  }
  await load.stop();
  bench.note(`${minutes} minutes, ${inspect(counts)}`);
  await load.compare(bench);
  await pushService.compare(cluster, load.posts);
}

async function startVictim(start: () => Promise<Program>) {
  let program = await start();
  return {
    /** Long enough that another worker takes over its jobs. */
    async pause() {
      const paused = program;
      paused.kill("SIGSTOP");
      await sleep(randomInt(...pauseMs));
      paused.kill("SIGCONT");
    },
    async kill() {
      await program.stop("SIGKILL");
      // A process without a database may end while it starts.
      await waitUntil(async () => {
        program = await start();
        return true;
      }, 120_000);
    },
  };
}

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
