import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { median, size, waitUntil } from "#server/bench/core/load.ts";
import { countLost, writePositions } from "#server/bench/sections/positions.ts";
import { findFreePort } from "#server/db/find-free-port.ts";

const writers = size(1_000, 40);
const kills = size(10, 2);
const secondsBetween = size(6, 2);
/** A writer without a reply writes the next event after this time. */
const retryDelayMs = 50;

/** Kills the server while many readers write. Only acknowledged writes count. */
export async function killServer(bench: Bench): Promise<void> {
  bench.step(`signing ${writers} readers in`);
  const readers = await bench.signInMany(writers);
  const { id } = await bench.make.audiobook({ chapters: 10 });
  const port = { PORT: String(await findFreePort()) };
  let server = await bench.startServer(port);
  const { baseUrl } = server;
  let isDone = false;
  const writing = writePositions(
    baseUrl,
    readers,
    [id],
    () => isDone,
    () => sleep(retryDelayMs),
  );
  const [startTimes, readyTimes]: [number[], number[]] = [[], []];
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(secondsBetween * 1_000);
    bench.step(`kill ${kill} of ${kills}`);
    await server.stop("SIGKILL");
    const startedAt = performance.now();
    server = await bench.startServer(port);
    startTimes.push(performance.now() - startedAt);
    await waitUntil(async () => (await fetch(`${baseUrl}/readyz`)).ok);
    readyTimes.push(performance.now() - startedAt);
  }
  isDone = true;
  const { acknowledged } = await writing;
  bench.figures(
    ["acknowledged positions", acknowledged.length, "events", `≥ ${writers}`],
    ["acknowledged but lost", await countLost(bench, acknowledged), "events", "≤ 0"],
    ["slowest restart until open", Math.max(...startTimes), "ms"],
    ["slowest restart until ready", Math.max(...readyTimes), "ms", "≤ 5000"],
    ["restart until ready, p50", median(readyTimes), "ms"],
  );
  bench.note(`${writers} writers, kill -9 ${kills} times, ${secondsBetween} s between`);
}
