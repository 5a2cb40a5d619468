import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "#shared/api/http-client.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { createServices } from "#server/create-services.ts";
import { findRunning } from "#server/db/embedded.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { parseEnvironment } from "#server/env.ts";
import { toSettings } from "#server/settings.ts";
import { createFactories } from "./factories.ts";
import { type SpawnedServer, spawnServer } from "./peers/spawned-server.ts";
import { createSessionCookie } from "./session-cookie.ts";

const home = mkdtempSync(path.join(tmpdir(), "maktaba-killed-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const killCount = 2;
const readerCount = 8;

interface Writer {
  readonly cookie: string;
  readonly bookId: string;
  readonly acknowledged: string[];
  lastFraction: number;
}

describe("a server killed under load", () => {
  test(`loses no acknowledged write in ${killCount} rounds`, async () => {
    const settings = {
      DATA_DIR: home,
      PORT: String(await findFreePort()),
      SESSION_SECRET: randomUUID() + randomUUID(),
      RATE_LIMIT_FACTOR: "100000",
    };
    let server = spawnServer(settings);
    const origin = await server.origin;
    const writers = await makeWriters(settings);
    const stop = new AbortController();
    const writing = writers.map((writer) => writePositions(origin, writer, stop.signal));

    for (let kill = 1; kill <= killCount; kill++) {
      await waitForWrites(writers);
      await killAll(server, kill % 2 === 0);
      server = spawnServer(settings);
      await server.origin;
    }
    stop.abort();
    await Promise.all(writing);

    for (const writer of writers) {
      expect(await findMissing(writer)).toEqual([]);
      const { current } = await call(
        positionsContract.getPosition,
        { params: { bookId: writer.bookId as never } },
        { baseUrl: origin, headers: { Cookie: writer.cookie } },
      );
      expect(current?.locator.fraction).toBeGreaterThanOrEqual(writer.lastFraction);
    }
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect(findRunning(home)).toBeNull();
  }, 300_000);
});

/** Kills the server, and sometimes its database. */
async function killAll(server: SpawnedServer, alsoDatabase: boolean): Promise<void> {
  const database = findRunning(home);
  if (alsoDatabase && database) process.kill(database.pid, "SIGKILL");
  server.kill("SIGKILL");
  await server.ended;
}

async function makeWriters(settings: Record<string, string>): Promise<Writer[]> {
  const { services, close } = await createServices(
    toSettings(parseEnvironment(settings)),
    findRunning(home)?.url ?? "",
    pino({ level: "silent" }),
  );
  const make = createFactories(services);
  const writers: Writer[] = [];
  for (let n = 0; n < readerCount; n++) {
    const user = await make.user();
    const { id: bookId } = await make.book({ hasEbook: true });
    writers.push({
      cookie: await createSessionCookie(services, user),
      bookId,
      acknowledged: [],
      lastFraction: 0,
    });
  }
  await close();
  return writers;
}

/** Saves positions until the end, without retries, since only acknowledged writes count. */
async function writePositions(baseUrl: string, writer: Writer, signal: AbortSignal): Promise<void> {
  for (let step = 1; !signal.aborted; step++) {
    const event = {
      id: randomUUID(),
      bookId: writer.bookId,
      locator: { fraction: 0.05 + Math.min(step / 100_000, 0.9) },
      at: new Date().toISOString(),
      device: "Test",
      isDeliberate: true,
    };
    try {
      const { accepted } = await call(
        positionsContract.savePositions,
        { body: { events: [event] } },
        { baseUrl, headers: { Cookie: writer.cookie } },
      );
      if (accepted.length) {
        writer.acknowledged.push(event.id);
        writer.lastFraction = event.locator.fraction;
      }
    } catch {
      await sleep(20);
    }
  }
}

/** Resolves after two more replies to each reader, so that each kill interrupts writes. */
async function waitForWrites(writers: readonly Writer[]): Promise<void> {
  const before = writers.map(({ acknowledged }) => acknowledged.length);
  await expect
    .poll(() => writers.every(({ acknowledged }, n) => acknowledged.length >= (before[n] ?? 0) + 2), {
      timeout: 90_000,
      interval: 10,
    })
    .toBe(true);
}

async function findMissing({ acknowledged }: Writer): Promise<string[]> {
  const client = new pg.Client({ connectionString: findRunning(home)?.url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from position_events where id = any($1)", [
    acknowledged,
  ]);
  await client.end();
  const stored = new Set(rows.map(({ id }) => id));
  return acknowledged.filter((id) => !stored.has(id));
}
