import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { createLog } from "#server/logging/log.ts";
import { test } from "#server/testing/test.ts";
import { runOperation } from "#server/tracing/operation.ts";
import { type OpenDatabase, openDatabase } from "./client.ts";
import { observeQueries } from "./observe-queries.ts";
import { logSlowQueries } from "./slow-queries.ts";

interface Line {
  readonly msg: string;
  readonly id?: string;
  readonly query: string;
  readonly ms?: number;
  readonly plan?: { readonly Plan: unknown };
  readonly skipped?: string;
}

let lines: Line[];
let db: OpenDatabase;

beforeEach<{ app: { databaseUrl: string } }>(({ app: { databaseUrl } }) => {
  lines = [];
  const log = createLog(
    { default: "trace", areas: {} },
    { write: (line) => void lines.push(JSON.parse(line)) },
  );
  db = openDatabase(databaseUrl, { max: 1 });
  observeQueries(db.$client, logSlowQueries({ log, databaseUrl, thresholdMs: 100 }));
});
afterEach(() => db.$client.end());

const listPlans = () => lines.filter(({ msg }) => msg === "plan of a slow query");
const listSkipped = () => listPlans().filter(({ skipped }) => skipped !== undefined);
// On a busy machine `begin` can be slow too.
const listSlow = () => lines.filter(({ msg, query }) => msg === "slow query" && query.includes("pg_sleep"));
const sleepWith = async (secret: string) =>
  await db.execute(
    sql`select pg_sleep(0.15), (select title from books where title = ${secret}::text limit 1)`,
  );

describe("a slow query", () => {
  test("is logged with its request and plan, never with values", async () => {
    for (const id of ["first", "second"])
      await runOperation({ logged: { id } }, () => sleepWith("a secret title"));
    await db.execute(sql`select from pg_sleep(0.15)`);
    await expect.poll(() => listPlans().length).toBeGreaterThan(0);

    expect(listSlow().map(({ id }) => id)).toEqual(["first", "second", undefined]);
    expect(listSlow()[0]).toMatchObject({ query: expect.stringContaining("where title = $1::text") });
    expect(listSlow()[0]?.ms).toBeGreaterThan(100);
    expect(listPlans()[0]).toMatchObject({ id: "first", plan: { Plan: expect.anything() } });
    // A plan that knew the value would have no condition with the parameter.
    expect(JSON.stringify(listPlans()[0]?.plan)).toContain("$1");
    expect(listPlans().filter(({ query }) => query.includes("$1"))).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("a secret title");
  });

  test("belongs to the request that sent it, not to the one that released the connection", async () => {
    await Promise.all(
      ["a", "b", "c"].map((id) => runOperation({ logged: { id } }, () => sleepWith(id.repeat(9)))),
    );

    expect(listSlow().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });

  test("of a transaction, or one that fails, is logged", async () => {
    const failing = runOperation({ logged: { id: "t" } }, () =>
      db.transaction((tx) => tx.execute(sql`select pg_sleep(0.15), 1 / n from generate_series(0, 0) as n`)),
    );

    await expect(failing).rejects.toThrow();
    await expect.poll(listSlow).toEqual([expect.objectContaining({ id: "t" })]);
  });

  test("without a plan is logged with the reason", async () => {
    await db.execute(sql.raw("do $$ begin perform pg_sleep(0.15); end $$"));

    await expect.poll(listSkipped).toHaveLength(1);
  });

  test("is not executed again for its plan", async () => {
    await db.execute(sql`create table runs (n int)`);

    await db.execute(sql.raw("insert into runs select 1 from pg_sleep(0.15); insert into runs select 2"));
    await expect.poll(listSkipped).toHaveLength(1);

    expect((await db.execute(sql`select n from runs`)).rows).toHaveLength(2);
  });
});
