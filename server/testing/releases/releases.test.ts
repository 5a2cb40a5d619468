import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { createClient } from "#server/db/create-client.ts";
import { compareSchema } from "#server/db/describe-schema.ts";
import { listKnownMigrations, listMigrations, migrate } from "#server/db/migrate.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { readPrintedPages } from "#server/features/book-import/read-printed-pages.ts";
import { createEmptyDatabase } from "#server/testing/database.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { loadFixture, readFixture } from "./release-fixture.ts";
import { findUnsafeStatements } from "./unsafe-statements.ts";

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".json.gz"));
const releases = files.map((file) => file.replace(".json.gz", ""));

async function createDatabaseOf(release: string) {
  const fixture = readFixture(path.join(import.meta.dirname, `${release}.json.gz`));
  const database = await createEmptyDatabase();
  const client = createClient({ connectionString: database.url });
  await client.connect();
  await loadFixture(client, database.url, fixture);
  onTestFinished(() => client.end());
  return { fixture, database, client };
}

async function countRows(client: pg.Client, tables: readonly string[]) {
  const counts = tables.map((name) => `select '${name}' as name, count(*)::int as count from "${name}"`);
  const { rows } = await client.query<{ name: string; count: number }>(counts.join(" union all "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe.each(releases)("a database of version %s", (release) => {
  test("has migrations that have not changed since", () => {
    const { migrations } = readFixture(path.join(import.meta.dirname, `${release}.json.gz`));

    expect(listKnownMigrations().slice(0, migrations.length)).toEqual(migrations);
  });

  test("gets the schema of this version, keeps its rows and works", async () => {
    const { fixture, database, client } = await createDatabaseOf(release);
    const kept = fixture.tables.map(({ name }) => name);
    const before = await countRows(client, kept);

    await migrate(database.url);

    expect(await compareSchema(client)).toEqual({ missing: [], unexpected: [] });
    expect(await countRows(client, kept)).toEqual(before);
    const app = await startTestApp({}, database);
    onTestFinished(() => app.stop());
    const { books } = await app.as(null)(booksContract.listBooks, { query: {} });
    expect(books.length).toBeGreaterThan(0);
    await readPrintedPages.run(app.services, {});
    const [reader] = await app.db.select().from(users).limit(1);
    await app.as(reader ?? expect.fail())(libraryContract.listLibrary, { query: {} });
  });

  test("stores each position once while it is upgraded, and those that are sent again", async () => {
    const { database, client } = await createDatabaseOf(release);
    const writer = createClient({ connectionString: database.url });
    await writer.connect();
    onTestFinished(() => writer.end());
    const { rows: readers } = await client.query(
      'select u.id as "userId", b.id as "bookId" from users u, books b limit 1',
    );
    const start = Date.now();
    const sent: object[] = [];
    const send = (event: object) => {
      const text = "select has_moved from record_positions($1, now())";
      return writer.query({ name: "send", text, values: [JSON.stringify([event])] });
    };
    const write = async () => {
      const at = new Date(start + sent.length);
      const event = {
        id: randomUUID(),
        ...readers[0],
        locator: { fraction: 0.5 },
        at,
        deviceAt: at,
        device: "Upgrade",
      };
      sent.push({ ...event, isDeliberate: true, reset: false });
      expect((await send(sent.at(-1) ?? {})).rows).toEqual([{ has_moved: true }]);
    };
    await write();

    let isMigrated = false;
    const migrating = migrate(database.url).finally(() => {
      isMigrated = true;
    });
    while (!isMigrated) await write();
    await migrating;
    await write();
    for (const event of sent) await send(event);

    const { rows } = await client.query("select id from position_events where device = 'Upgrade'");
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toHaveLength(sent.length);
  });
});

describe("migrations after the first", () => {
  test("are safe while the earlier version runs", () => {
    const statements = listMigrations()
      .slice(1)
      .flatMap(({ sql }) => findUnsafeStatements(sql, releases));

    expect(statements).toEqual([]);
  });

  test.each([
    "drop table books",
    'ALTER TABLE "books" DROP COLUMN "isbn";',
    'ALTER TABLE "books" RENAME COLUMN "a" TO "b"',
    'ALTER TABLE "books" ALTER COLUMN "pages" SET DATA TYPE bigint',
    'ALTER TABLE "books" ALTER COLUMN "pages"\n SET NOT NULL',
    'ALTER TABLE "books" ADD COLUMN "pages" integer NOT NULL',
    'CREATE INDEX "i" ON "books" ("pages")',
    'ALTER TABLE "books" ADD CONSTRAINT "c" FOREIGN KEY ("a") REFERENCES "b"("id")',
    "truncate books",
  ])("%s is found", (statement) => {
    expect(findUnsafeStatements([statement], ["1.0.0"])).toHaveLength(1);
    expect(findUnsafeStatements([`-- contract: unused since 1.0.0\n${statement}`], ["1.0.0"])).toEqual([]);
    expect(findUnsafeStatements([`-- contract: unused since 2.0.0\n${statement}`], ["1.0.0"])).toHaveLength(
      1,
    );
  });

  test("may add tables, columns with a default, concurrent indexes and constraints to validate later", () => {
    const statements = [
      'CREATE TABLE "marks" ("id" uuid PRIMARY KEY NOT NULL)',
      'CREATE INDEX "marks_by_book" ON "marks" USING btree ("book_id")',
      'ALTER TABLE "marks" ADD CONSTRAINT "m" FOREIGN KEY ("book_id") REFERENCES "books"("id")',
      'ALTER TABLE "books" ADD COLUMN "pages" integer DEFAULT 0 NOT NULL',
      'ALTER TABLE "books" ADD COLUMN "note" text',
      'CREATE INDEX CONCURRENTLY "i" ON "books" ("pages")',
      'ALTER TABLE "books" ADD CONSTRAINT "c" CHECK ("pages" > 0) NOT VALID',
      'ALTER TABLE "books" VALIDATE CONSTRAINT "c"',
    ];

    expect(findUnsafeStatements(statements, [])).toEqual([]);
  });
});
