import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase } from "#server/testing/database.ts";
import { applyFunctions, type FunctionFile, readFunctionFiles } from "./apply-functions.ts";
import { createClient } from "./create-client.ts";
import { migrate } from "./migrate.ts";

async function openEmptyDatabase() {
  const { url, drop } = await createEmptyDatabase();
  const client = createClient({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { url, client };
}

/** Functions and triggers of the product, without those of extensions. */
async function readDefinitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE NOT t.tgisinternal
    ORDER BY 1`);
  return rows.map(({ definition }) => definition);
}

/** A file as an earlier version had it: other bodies, and a trigger on the wrong event. */
const toEarlier = ({ name, sql }: FunctionFile): FunctionFile => ({
  name,
  sql: sql
    .replaceAll("\nBEGIN\n", "\nBEGIN\n  PERFORM 1;\n")
    .replace("AFTER DELETE ON reviews", "AFTER INSERT ON reviews")
    .replace("REFERENCING OLD TABLE AS old_reviews", "REFERENCING NEW TABLE AS old_reviews"),
});

test("a database that two processes migrate and one of an earlier version get the same functions", async () => {
  const fresh = await openEmptyDatabase();
  await Promise.all([migrate(fresh.url), migrate(fresh.url)]);

  const upgraded = await openEmptyDatabase();
  await migrate(upgraded.url, { upTo: 1 });
  const files = readFunctionFiles();
  expect(await applyFunctions(upgraded.client, files.toReversed().map(toEarlier))).toHaveLength(files.length);
  const expected = await readDefinitions(fresh.client);
  expect(await readDefinitions(upgraded.client)).not.toEqual(expected);

  await migrate(upgraded.url);
  await migrate(upgraded.url);

  expect(await readDefinitions(upgraded.client)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(40);
});

test("a changed file is applied once, an unchanged one is not, and a broken one changes nothing", async () => {
  const { url, client } = await openEmptyDatabase();
  await migrate(url);
  const files = readFunctionFiles();
  const getSwitch = () => client.query("SELECT test_switch()").then(({ rows }) => rows[0]?.test_switch);
  const create = (value: number) =>
    `CREATE OR REPLACE FUNCTION test_switch() RETURNS int LANGUAGE sql AS 'SELECT ${value}';`;
  const withSwitch = (value: number) => [...files, { name: "switch.sql", sql: create(value) }];

  expect(await applyFunctions(client, files)).toEqual([]);
  expect(await applyFunctions(client, withSwitch(1))).toEqual(["switch.sql"]);
  expect(await applyFunctions(client, withSwitch(1))).toEqual([]);
  expect(await applyFunctions(client, withSwitch(2))).toEqual(["switch.sql"]);

  const broken = { name: "zz-broken.sql", sql: "CREATE FUNCTION" };
  await expect(applyFunctions(client, [...withSwitch(3), broken])).rejects.toThrow("zz-broken.sql");

  expect(await getSwitch()).toBe(2);
  expect(await applyFunctions(client, withSwitch(2))).toEqual([]);
});

test("files of a later version stay when the earlier one starts again during an upgrade", async () => {
  const { url, client } = await openEmptyDatabase();
  await migrate(url);
  const create = (value: number) => [
    {
      name: "switch.sql",
      sql: `CREATE OR REPLACE FUNCTION test_switch() RETURNS int LANGUAGE sql AS 'SELECT ${value}';`,
    },
  ];

  expect(await applyFunctions(client, create(9), "1.9.0")).toEqual(["switch.sql"]);
  expect(await applyFunctions(client, create(10), "1.10.0")).toEqual(["switch.sql"]);
  expect(await applyFunctions(client, create(9), "1.9.0")).toEqual([]);

  expect((await client.query("SELECT test_switch()")).rows).toEqual([{ test_switch: 10 }]);
});
