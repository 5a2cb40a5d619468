import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import type { Bench } from "#server/bench/core/bench.ts";
import { size, waitUntil } from "#server/bench/core/load.ts";
import type { Program } from "#server/bench/core/processes.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireNginx, startCluster, startProxy } from "./cluster.ts";
import { startLoad } from "./ledger.ts";
import { startPushService } from "./push-service.ts";

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
      paused.signal("SIGSTOP");
      await sleep(randomInt(...pauseMs));
      paused.signal("SIGCONT");
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
