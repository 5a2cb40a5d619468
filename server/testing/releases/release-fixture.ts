import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { exportTable, importTable, listAllTables, normalizeOutputFormats } from "#server/backup/tables.ts";
import { applyFunctions, type FunctionFile, readFunctionFiles } from "#server/db/apply-functions.ts";
import { migrate, readAppliedMigrations } from "#server/db/migrate.ts";

/** Reference data that a start loads where it is missing. */
const reloadedTables = ["cities", "city_names", "city_lists"];

/** A database as a release left it. */
export interface ReleaseFixture {
  readonly version: string;
  /** The hashes of the migrations. */
  readonly migrations: readonly string[];
  readonly functions: readonly FunctionFile[];
  /** In dependency order, with their rows in the text format of COPY. */
  readonly tables: ReadonlyArray<{ name: string; columns: readonly string[]; rows: string }>;
}

export const readFixture = (file: string): ReleaseFixture =>
  JSON.parse(gunzipSync(readFileSync(file)).toString());

export async function dumpFixture(client: pg.Client, version: string, file: string): Promise<void> {
  await normalizeOutputFormats(client);
  const tables: ReleaseFixture["tables"][number][] = [];
  for (const table of await listAllTables(client)) {
    if (reloadedTables.includes(table.name)) continue;
    const rows = await text(client.query(copyTo(exportTable(table))));
    tables.push({ name: table.name, columns: table.columns, rows });
  }
  const migrations = await readAppliedMigrations(client);
  const fixture: ReleaseFixture = { version, migrations, functions: readFunctionFiles(), tables };
  writeFileSync(file, gzipSync(JSON.stringify(fixture), { level: 9 }));
}

/** Fills an empty database with the schema, the functions and the rows of the release. */
export async function loadFixture(client: pg.Client, url: string, fixture: ReleaseFixture): Promise<void> {
  await migrate(url, { upTo: fixture.migrations.length });
  await normalizeOutputFormats(client);
  for (const table of fixture.tables) {
    const key: string[] = [];
    await pipeline([table.rows], client.query(copyFrom(importTable({ ...table, key, dependencies: [] }))));
  }
  await applyFunctions(client, fixture.functions, fixture.version);
}
