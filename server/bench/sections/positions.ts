import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { callUntilStopped, getText, size, waitUntil } from "#server/bench/core/load.ts";
import { findFreePort } from "#server/db/find-free-port.ts";

const readers = size(64, 16);
const booksOfEach = 4;
const seconds = size(5, 1);
/** The code of a new process is not yet compiled. */
const warmUpSeconds = size(4, 1);
const writers = size(1_000, 40);
const kills = size(10, 2);
const secondsBetweenKills = size(6, 2);
/** A writer without a reply writes the next event after this time. */
const retryDelayMs = 50;

/** Durable writes of positions by many readers at once. */
export async function positions(bench: Bench): Promise<void> {
  const { baseUrl } = await bench.startServer();
  const people = await bench.signInMany(readers);
  const bookIds: string[] = [];
  for (let n = 0; n < booksOfEach; n++) bookIds.push((await bench.make.audiobook({ chapters: 10 })).id);
  const write = async (durationSeconds: number) => {
    const writing = startWriting(baseUrl, people, bookIds);
    await sleep(durationSeconds * 1_000);
    return writing.stop();
  };
  await write(warmUpSeconds);
  const acknowledged = await write(seconds);
  bench.figures(
    ["acknowledged writes", acknowledged.length / seconds, "per second", "≥ 1500"],
    ["acknowledged but lost", await countLost(bench, acknowledged), "events", "≤ 0"],
  );
  const settings = await bench.sql(
    "select name || ' is ' || setting as text from pg_settings where name in ('synchronous_commit', 'fsync')",
  );
  bench.note(`${readers} connections; ${settings.map(({ text }) => text).join(", ")}`);
}

/** Kills the server while many readers write. Only acknowledged writes count. */
export async function killServer(bench: Bench): Promise<void> {
  const readers = await bench.signInMany(writers);
  const { id } = await bench.make.audiobook({ chapters: 10 });
  const port = { PORT: String(await findFreePort()) };
  let server = await bench.startServer(port);
  const { baseUrl } = server;
  const writing = startWriting(baseUrl, readers, [id], () => sleep(retryDelayMs));
  const readyTimes: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(secondsBetweenKills * 1_000);
    bench.step(`kill ${kill} of ${kills}`);
    await server.stop("SIGKILL");
    const startedAt = performance.now();
    server = await bench.startServer(port);
    await waitUntil(async () => (await fetch(`${baseUrl}/readyz`)).ok);
    readyTimes.push(performance.now() - startedAt);
  }
  const acknowledged = await writing.stop();
  bench.figures(
    ["acknowledged positions", acknowledged.length, "events", `≥ ${writers}`],
    ["acknowledged but lost", await countLost(bench, acknowledged), "events", "≤ 0"],
    ["slowest restart until ready", Math.max(...readyTimes), "ms", "≤ 5000"],
  );
  bench.note(`${writers} writers, kill -9 ${kills} times, ${secondsBetweenKills} s between`);
}

/**
 * Saves events of many readers at once, one a request. `stop` returns the ids of the acknowledged events.
 *
 * @param onError by default the error is thrown
 */
export function startWriting(
  baseUrl: string,
  readers: readonly Reader[],
  bookIds: readonly string[],
  onError: (error: unknown) => unknown = (error) => Promise.reject(error),
) {
  const url = baseUrl + positionsContract.savePositions.path;
  const acknowledged: string[] = [];
  const stop = callUntilStopped(readers.length, async (reader, n) => {
    const event = getEvent(bookIds[(reader + n) % bookIds.length] ?? "", n);
    const save = async () => {
      const body = await getText(url, readers[reader]?.cookie, { events: [event] });
      if (!body.includes(event.id)) throw new Error(`Not acknowledged: ${body}`);
      acknowledged.push(event.id);
    };
    await save().catch(onError);
  });
  return { stop: () => stop().then(() => acknowledged) };
}

function getEvent(bookId: string, n: number) {
  const offset = n % 600;
  const locator = { chapter: 1, offset, fraction: 0.01 + offset / 6_000 };
  const at = new Date().toISOString();
  return { id: randomUUID(), bookId, locator, at, device: "Bench", isDeliberate: n % 10 === 0 };
}

export function countLost(bench: Bench, acknowledged: readonly string[]): Promise<number> {
  const ids = acknowledged.map((id) => `'${id}'`);
  return bench.count(
    `unnest(array[${ids}]::uuid[]) as acknowledged (id)
     where not exists (select from position_events stored where stored.id = acknowledged.id)`,
  );
}
