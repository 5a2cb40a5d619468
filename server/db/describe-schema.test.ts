import { expect, onTestFinished, test } from "vitest";
import { cloneTemplate } from "#server/testing/database.ts";
import { createClient } from "./create-client.ts";
import { compareSchema, describeSchema, schemaFile } from "./describe-schema.ts";

async function openMigratedDatabase() {
  const { url, drop } = await cloneTemplate();
  const client = createClient({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return client;
}

test("schema.txt is the schema after all migrations (vitest -u writes it)", async () => {
  const lines = await describeSchema(await openMigratedDatabase());

  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(schemaFile);
});

test("a changed database is told from the expected one", async () => {
  const client = await openMigratedDatabase();
  expect(await compareSchema(client)).toEqual({ missing: [], unexpected: [] });

  await client.query(`
    alter table books add column note text;
    alter table books alter column title drop not null;
    drop index books_coming;
    alter table books disable trigger user;
    create or replace function public.added() returns int language sql as 'select 1'`);
  const { missing, unexpected } = await compareSchema(client);

  expect(missing).toContain("column books.title text not null");
  expect(missing.some((line) => line.includes("index") && line.includes("books_coming"))).toBe(true);
  expect(unexpected).toEqual(
    expect.arrayContaining([
      "column books.note text",
      "column books.title text",
      expect.stringMatching(/^function added\(\) /),
    ]),
  );
  expect(unexpected.some((line) => line.startsWith("trigger ") && line.endsWith(" disabled"))).toBe(true);
});
