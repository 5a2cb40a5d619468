import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { sql } from "drizzle-orm";
import { positionsContract } from "#shared/positions/contract.ts";
import { createFactories } from "#server/testing/factories.ts";
import { percentile } from "./load.ts";
import type { Bench, Section } from "./section.ts";

const readers = 64;
const booksOfEach = 4;
const seconds = 5;
/** The code of a new process is not yet compiled. */
const warmUpSeconds = 4;

export const positions: Section = {
  name: "positions",
  async run(report, bench) {
    const server = await bench.startServer();
    report.step("signing readers in");
    const cookies = await Promise.all(Array.from({ length: readers }, () => bench.signIn()));
    const make = createFactories(bench.services);
    const bookIds: string[] = [];
    for (let n = 0; n < booksOfEach; n++) bookIds.push((await make.audiobook({ chapters: 10 })).id);
    const before = await countEvents(bench);

    report.step("warming up");
    await write(server.baseUrl, cookies, bookIds, warmUpSeconds);
    report.step(`writing for ${seconds} s`);
    const warm = await countEvents(bench);
    const { acknowledged, waits } = await write(server.baseUrl, cookies, bookIds, seconds);
    const stored = (await countEvents(bench)) - warm;
    await server.stop();

    report.metric("acknowledged writes", acknowledged / seconds, "per second", { min: 1_500 });
    report.metric("wait, p50", percentile(waits, 0.5), "ms");
    report.metric("wait, p99", percentile(waits, 0.99), "ms");
    report.metric("acknowledged but lost", Math.max(0, acknowledged - stored), "events", { max: 0 });
    report.note(`${readers} connections, one event a request; ${warm - before} events before, to warm up`);
    report.note(await describeDurability(bench));
  },
};

async function write(
  baseUrl: string,
  cookies: readonly string[],
  bookIds: readonly string[],
  durationSeconds: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: cookies.length });
  const until = performance.now() + durationSeconds * 1000;
  const waits: number[] = [];
  await Promise.all(
    cookies.map(async (cookie, reader) => {
      for (let n = 0; performance.now() < until; n++) {
        const startedAt = performance.now();
        await post(baseUrl, agent, cookie, getEvent(bookIds[(reader + n) % bookIds.length] ?? "", n));
        waits.push(performance.now() - startedAt);
      }
    }),
  );
  agent.destroy();
  return { acknowledged: waits.length, waits };
}

export function getEvent(bookId: string, n: number) {
  const offset = n % 600;
  const locator = { chapter: 1, offset, fraction: 0.01 + offset / 6_000 };
  const at = new Date().toISOString();
  return { id: randomUUID(), bookId, locator, at, device: "Bench", isDeliberate: n % 10 === 0 };
}

/** @throws {Error} when the event was not acknowledged. */
export function post(
  baseUrl: string,
  agent: Agent,
  cookie: string,
  event: { readonly id: string },
): Promise<void> {
  const body = JSON.stringify({ events: [event] });
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    Cookie: cookie,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      baseUrl + positionsContract.savePositions.path,
      { method: "POST", agent, headers },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8");
        reply.on("data", (chunk: string) => {
          text += chunk;
        });
        reply.on("end", () =>
          reply.statusCode === 200 && text.includes(event.id)
            ? resolve()
            : reject(new Error(`${reply.statusCode}: ${text}`)),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function countEvents({ services }: Bench): Promise<number> {
  const { rows } = await services.db.execute<{ count: number }>(
    sql`select count(*)::int as count from position_events`,
  );
  return rows[0]?.count ?? 0;
}

async function describeDurability({ services }: Bench): Promise<string> {
  const { rows } = await services.db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name in ('synchronous_commit', 'fsync') order by name`,
  );
  return rows.map(({ name, setting }) => `${name} is ${setting}`).join(", ");
}
