import { expect } from "vitest";
import { findFreePort } from "#server/db/find-free-port.ts";
import { test } from "#server/testing/test.ts";
import { openRetryingPool } from "./retrying-pool.ts";

test("a broken connection fails with a retryable code", async ({ app }) => {
  const pool = openRetryingPool({ connectionString: app.databaseUrl });
  pool.on("connect", (client) => client.on("error", () => {}));
  const client = await pool.connect();

  await expect(client.query("select pg_terminate_backend(pg_backend_pid())")).rejects.toMatchObject({
    code: "57P03",
  });
  await expect(client.query("select 1")).rejects.toMatchObject({ code: "57P03" });
  client.release();
  await expect(pool.query("select 1 as one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await pool.end();
});

test("a database that is down is a retryable error, other errors keep their code", async ({ app }) => {
  const unreachablePool = openRetryingPool({
    connectionString: `postgres://x@127.0.0.1:${await findFreePort()}/x`,
  });
  await expect(unreachablePool.connect()).rejects.toMatchObject({ code: "57P03" });
  await unreachablePool.end();

  const pool = openRetryingPool({ connectionString: app.databaseUrl });
  await expect(pool.query("select * from no_such_table")).rejects.toMatchObject({ code: "42P01" });
  await pool.end();
});
