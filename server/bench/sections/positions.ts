import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { atOnce, percentile, postJson, size } from "#server/bench/core/load.ts";

const readers = size(64, 16);
const booksOfEach = 4;
const seconds = size(5, 1);
/** The code of a new process is not yet compiled. */
const warmUpSeconds = size(4, 1);

/** Durable writes of positions by many readers at once. */
export async function positions(bench: Bench): Promise<void> {
  const { baseUrl } = await bench.startServer();
  const people = await bench.signInMany(readers);
  const bookIds: string[] = [];
  for (let n = 0; n < booksOfEach; n++) bookIds.push((await bench.make.audiobook({ chapters: 10 })).id);
  const write = (durationSeconds: number) => {
    const until = performance.now() + durationSeconds * 1_000;
    return writePositions(baseUrl, people, bookIds, () => performance.now() > until);
  };
  bench.step("warming up");
  await write(warmUpSeconds);
  bench.step(`writing for ${seconds} s`);
  const { waits, acknowledged } = await write(seconds);
  bench.figures(
    ["acknowledged writes", waits.length / seconds, "per second", "≥ 1500"],
    ["wait, p50", percentile(waits, 0.5), "ms"],
    ["wait, p99", percentile(waits, 0.99), "ms"],
    ["acknowledged but lost", await countLost(bench, acknowledged), "events", "≤ 0"],
  );
  const settings = await bench.sql(
    "select name || ' is ' || setting as text from pg_settings where name in ('synchronous_commit', 'fsync')",
  );
  bench.note(`${readers} connections; ${settings.map(({ text }) => text).join(", ")}`);
}

/**
 * Saves events of many readers at once, one a request, until `isDone`.
 *
 * @param onError by default the error is thrown
 * @returns the ids of the acknowledged events, and the waits for them in milliseconds
 */
export async function writePositions(
  baseUrl: string,
  readers: readonly Reader[],
  bookIds: readonly string[],
  isDone: () => boolean,
  onError: (error: unknown) => unknown = (error) => Promise.reject(error),
) {
  const url = baseUrl + positionsContract.savePositions.path;
  const agent = new Agent({ keepAlive: true });
  const [acknowledged, waits]: [string[], number[]] = [[], []];
  let n = 0;
  await atOnce(readers.length, async (reader) => {
    const event = getEvent(bookIds[(reader + n) % bookIds.length] ?? "", n++);
    const startedAt = performance.now();
    const reply = postJson(url, readers[reader]?.cookie ?? "", { events: [event] }, agent);
    await reply
      .then((body) => {
        if (!body.includes(event.id)) throw new Error(`Not acknowledged: ${body}`);
        waits.push(performance.now() - startedAt);
        acknowledged.push(event.id);
      })
      .catch(onError);
    return !isDone();
  });
  agent.destroy();
  return { acknowledged, waits };
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
