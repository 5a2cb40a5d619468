import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { size, waitUntil } from "#server/bench/core/load.ts";
import type { Program } from "#server/bench/core/processes.ts";
import { migrate } from "#server/db/migrate.ts";
import { requireNginx, startCluster, startProxy } from "./cluster.ts";
import { startLoad } from "./ledger.ts";

/** How long to kill; one hour by default. */
const minutes = Number(process.env["KILL_MINUTES"] ?? size(60, 0.5));
const betweenKillsMs = [2_000, 12_000] as const;

/**
 * Two web processes and two workers behind nginx. One of them, or the database, is killed every few seconds while
 * readers write; each write is repeated until it is acknowledged, as the app does. What was acknowledged is then
 * compared with the rows.
 */
export async function killAtRandom(bench: Bench): Promise<void> {
  if (!requireNginx(bench)) return;
  const { cluster, kill } = await startCluster(bench);
  await migrate(cluster.databaseUrl);
  const { url, environments } = await startProxy(cluster);
  const web = environments.map((env) => () => cluster.startServer(env));
  const worker = () => Promise.resolve(cluster.launchWorker());
  const victims = await Promise.all([...web, worker, worker].map(startVictim));
  const load = await startLoad(cluster, url);

  const kills = { process: 0, database: 0 };
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await sleep(randomInt(...betweenKillsMs));
    const victim = victims[randomInt(victims.length + 1)];
    if (victim) await victim.kill();
    else await kill();
    kills[victim ? "process" : "database"] += 1;
    if ((kills.process + kills.database) % 20 === 0) bench.step(`${kills.process + kills.database} kills`);
  }
  await load.stop();
  bench.note(
    `${minutes} minutes, kill -9: ${kills.process} of a web process or worker, ${kills.database} of the database`,
  );
  await load.compare(bench);
}

async function startVictim(start: () => Promise<Program>) {
  let program = await start();
  return {
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
