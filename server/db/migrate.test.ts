import type { MigrationMeta } from "drizzle-orm/migrator";
import { expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase } from "#server/testing/database.ts";
import { createClient } from "./create-client.ts";
import { applyMigrations, readAppliedMigrations } from "./migrate.ts";

async function openEmptyDatabase() {
  const { url, drop } = await createEmptyDatabase();
  const connect = async () => {
    const client = createClient({ connectionString: url });
    await client.connect();
    return client;
  };
  const [client, other, reader] = await Promise.all([connect(), connect(), connect()]);
  onTestFinished(async () => {
    await Promise.all([client.end(), other.end(), reader.end()]);
    await drop();
  });
  return { client, other, reader };
}

const createMigration = (hash: string, ...sql: string[]): MigrationMeta => ({
  sql,
  hash,
  folderMillis: 1,
  bps: true,
});
const first = createMigration("first", "create table t (id int)", "insert into t values (1)");

test("a migration that fails changes nothing, and those before it stay", async () => {
  const { client } = await openEmptyDatabase();
  const broken = createMigration("broken", "alter table t add column b int", "select 1 / 0");

  await expect(applyMigrations(client, [first, broken])).rejects.toThrow("division by zero");

  expect(await readAppliedMigrations(client)).toEqual(["first"]);
  expect((await client.query("select * from t")).rows).toEqual([{ id: 1 }]);
});

test("an index is created concurrently, and applied migrations are not repeated", async () => {
  const { client } = await openEmptyDatabase();
  const index = createMigration("index", "create index concurrently t_id on t (id)");

  await applyMigrations(client, [first, index]);
  await applyMigrations(client, [first, index]);

  expect(await readAppliedMigrations(client)).toEqual(["first", "index"]);
  expect((await client.query("select * from t")).rows).toEqual([{ id: 1 }]);
});

test("a migration that waits for a lock lets other readers through, and is repeated", async () => {
  const { client, other, reader } = await openEmptyDatabase();
  await applyMigrations(client, [first]);
  await other.query("begin; lock table t in access share mode");

  const migrations = [first, createMigration("b", "alter table t add column b int")];
  const migrating = applyMigrations(client, migrations, { lockTimeoutMs: 50 });
  const isWaiting = () =>
    other.query("select from pg_locks where not granted").then(({ rowCount }) => rowCount);
  await expect.poll(isWaiting, { interval: 5 }).toBe(1);
  const { rows } = await reader.query("select * from t");
  await other.query("rollback");
  await migrating;

  expect(rows).toEqual([{ id: 1 }]);
  expect(await readAppliedMigrations(client)).toEqual(["first", "b"]);
});

test("an index that is created concurrently waits for longer transactions than other changes do", async () => {
  const { client, other } = await openEmptyDatabase();
  await applyMigrations(client, [first]);
  await other.query("begin; insert into t values (2)");

  const index = createMigration("index", "create index concurrently t_id on t (id)");
  const migrating = applyMigrations(client, [first, index], { lockTimeoutMs: 50 });
  const isWaitingLong = () =>
    other
      .query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and clock_timestamp() - query_start > interval '200 ms'`,
      )
      .then(({ rowCount }) => rowCount);
  await expect.poll(isWaitingLong, { interval: 5 }).toBe(1);
  await other.query("commit");
  await migrating;

  expect(await readAppliedMigrations(client)).toEqual(["first", "index"]);
});
