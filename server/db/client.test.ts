import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { openDatabase } from "./client.ts";
import { createClient } from "./create-client.ts";

const endConnection = ({ db }: TestApp, pid: unknown) =>
  db.execute(sql`select pg_terminate_backend(${pid}::int)`);

test("a transaction whose connection breaks between two queries fails, and the pool recovers", async ({
  app,
}) => {
  const db = openDatabase(app.databaseUrl, { max: 1 });

  const transaction = db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_backend_pid() as pid`);
    await endConnection(app, rows[0]?.["pid"]);
    await sleep(300);
    await tx.execute(sql`select 1`);
  });

  await expect(transaction).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await db.$client.end();
});

test("a single connection that breaks fails its next query", async ({ app }) => {
  const client = createClient({ connectionString: app.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const ended = new Promise((resolve) => client.once("end", resolve));

  await endConnection(app, rows[0]?.pid);

  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
});
