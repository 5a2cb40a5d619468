import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BookId } from "#shared/books/book.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { createServices, type OpenServices } from "#server/create-services.ts";
import { checkPooler } from "#server/features/health/check-pooler.ts";
import { findAudio } from "#server/features/player/queries.ts";
import { cloneTemplate } from "#server/testing/database.ts";
import { createFactories } from "#server/testing/factories.ts";
import { canPool, startPgBouncer } from "#server/testing/peers/pgbouncer.ts";
import { createTestSettings } from "#server/testing/test-services.ts";

const poolSize = 3;

describe.skipIf(!canPool)("a pooler in transaction mode", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-pooled-"));
  let database: Awaited<ReturnType<typeof cloneTemplate>>;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  let open: OpenServices;
  beforeAll(async () => {
    database = await cloneTemplate();
    pooler = await startPgBouncer(database.url, { poolSize });
    const settings = { ...createTestSettings(dataDir), pooledDatabaseUrl: pooler.url };
    open = await createServices(settings, database.url, pino({ level: "silent" }));
  });
  afterAll(async () => {
    await open.close();
    await pooler.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true });
  });

  test("shares few connections between many statements, named ones and transactions", async () => {
    const { db } = open.services;
    const readPid = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.01)`;
    const bookId = BookId.parse(randomUUID());

    const pids = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 === 0
          ? db.execute<{ pid: number }>(readPid)
          : db.transaction(async (tx) => {
              expect(await findAudio(tx, bookId, randomUUID())).toBeNull();
              return tx.execute<{ pid: number }>(readPid);
            }),
      ),
    );
    const found = await Promise.all(Array.from({ length: 60 }, () => findAudio(db, bookId, randomUUID())));

    const distinct = new Set(pids.map(({ rows }) => rows[0]?.pid));
    expect(distinct.size).toBeGreaterThan(1);
    expect(distinct.size).toBeLessThanOrEqual(poolSize);
    expect(found.filter((row) => row !== null)).toEqual([]);
  });

  test("its statements can be counted, as without it", async () => {
    const { db } = open.services;
    await db.execute(sql`select 1`);
    const query = vi.spyOn(pg.Client.prototype, "query");
    await db.execute(sql`select 2`);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  test("live events, catalogue versions and session locks work beside it", async () => {
    const { live, locks, db } = open.services;
    expect(await locks.tryLock("one", () => {})).toBe(true);
    const user = await createFactories(open.services).user();
    const received: LiveEvent[] = [];
    const stop = live.subscribe(user.id, (event) => received.push(event));

    await db.transaction((tx) => live.publishAll([{ userId: user.id, event: { topics: ["library"] } }], tx));

    await vi.waitFor(() => expect(received).toEqual([{ topics: ["library"] }]));
    stop();
    const writes = live.catalogue.writes();
    await createFactories(open.services).book();
    expect(live.catalogue.writes()).toBeGreaterThan(writes);
    await live.catalogue.waitForLatest();
    await locks.unlock("one");
  });

  test("is checked for a limit on the time of statements", async () => {
    expect(await checkPooler(pooler.url)).toMatchObject([{ level: "warning", code: "pooler-no-limit" }]);
    const limited = await startPgBouncer(database.url, {
      poolSize: 1,
      connectQuery: "set statement_timeout = 5000",
    });
    expect(await checkPooler(limited.url)).toMatchObject([{ level: "ok", code: "pooler" }]);
    await limited.stop();
    expect(await checkPooler(limited.url)).toMatchObject([{ level: "problem", code: "pooler-unusable" }]);
  });
});

test("without a pooler nothing is checked", async () => {
  expect(await checkPooler(null)).toEqual([]);
});
