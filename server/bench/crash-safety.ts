import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { findFreePort } from "#server/db/find-free-port.ts";
import { createFactories } from "#server/testing/factories.ts";
import { percentile } from "./load.ts";
import { getEvent, post } from "./positions.ts";
import type { Bench, BenchServer, Section } from "./section.ts";

const writers = 1_000;
const kills = 10;
const secondsBetween = 6;
const concurrentSignIns = 20;
/** A writer without a reply retries after this time. */
const retryDelayMs = 50;

export const crashSafety: Section = {
  name: "kills",
  async run(report, bench) {
    report.step(`signing ${writers} readers in`);
    const cookies = await signIn(bench);
    const { id: bookId } = await createFactories(bench.services).audiobook({ chapters: 10 });
    const port = { PORT: String(await findFreePort()) };
    let server = await bench.startServer(port);

    const { baseUrl } = server;
    const acknowledged: string[] = [];
    const stop = new AbortController();
    const writing = writeContinuously(baseUrl, cookies, bookId, acknowledged, stop.signal);
    const startTimes: number[] = [];
    const readyTimes: number[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      await sleep(secondsBetween * 1_000);
      report.step(`kill ${kill} of ${kills}, ${acknowledged.length} acknowledged`);
      await killServer(server);
      const startedAt = performance.now();
      server = await bench.startServer(port);
      startTimes.push(performance.now() - startedAt);
      await waitUntilReady(baseUrl);
      readyTimes.push(performance.now() - startedAt);
    }
    stop.abort();
    await writing;
    await server.stop();

    report.metric("acknowledged positions", acknowledged.length, "events", { min: writers });
    report.metric("acknowledged but lost", await countLost(bench, acknowledged), "events", { max: 0 });
    report.metric("slowest restart until open", Math.max(...startTimes), "ms");
    report.metric("slowest restart until ready", Math.max(...readyTimes), "ms", { max: 5_000 });
    report.metric("restart until ready, p50", percentile(readyTimes, 0.5), "ms");
    report.note(`${writers} writers, kill -9 ${kills} times, ${secondsBetween} s between`);
  },
};

async function signIn(bench: Bench): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < writers) {
    cookies.push(...(await Promise.all(Array.from({ length: concurrentSignIns }, () => bench.signIn()))));
  }
  return cookies;
}

/** Saves until the end, without retries, since only acknowledged writes count. */
async function writeContinuously(
  baseUrl: string,
  cookies: readonly string[],
  bookId: string,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    cookies.map(async (cookie) => {
      for (let n = 0; !signal.aborted; n++) {
        const event = getEvent(bookId, n);
        await post(baseUrl, agent, cookie, event).then(
          () => acknowledged.push(event.id),
          () => sleep(retryDelayMs),
        );
      }
    }),
  );
  agent.destroy();
}

async function killServer(server: BenchServer): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await server.stop();
}

async function waitUntilReady(baseUrl: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${baseUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(retryDelayMs);
  }
}

async function countLost({ services }: Bench, acknowledged: readonly string[]): Promise<number> {
  const { rows } = await services.db.execute<{ lost: number }>(sql`
    select count(*)::int as lost from jsonb_array_elements_text(${JSON.stringify(acknowledged)}::jsonb) acknowledged(id)
    where not exists (select from position_events stored where stored.id = acknowledged.id::uuid)`);
  return rows[0]?.lost ?? 0;
}
