import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { createClient } from "#server/db/create-client.ts";
import { listKnownMigrations, migrate, readAppliedMigrations } from "#server/db/migrate.ts";
import { measureStream } from "#server/storage/measure-stream.ts";
import type { Storage } from "#server/storage/storage.ts";
import { type Manifest, manifestName } from "./manifest.ts";
import { readMembers } from "./read-backup.ts";
import {
  exportTable,
  importTable,
  listTables,
  normalizeOutputFormats,
  quoteIdentifier,
  type TableShape,
} from "./tables.ts";

/** @throws {Error} with one sentence when the backup comes from a newer version */
export function assertSameVersion({ migrations }: Pick<Manifest, "migrations">): void {
  const knownHashes = listKnownMigrations();
  if (migrations.length > knownHashes.length) {
    throw new Error(
      `The backup was made by a newer version (${migrations.length} migrations, this one knows ${knownHashes.length}): restore it with that version. Nothing was changed.`,
    );
  }
  if (migrations.some((hash, index) => hash !== knownHashes[index])) {
    throw new Error("The backup was made by a version with different tables. Nothing was changed.");
  }
}

/** @throws {Error} with one sentence when the target is not empty */
export async function assertEmptyTarget(storage: Storage, databaseUrl: string): Promise<void> {
  for await (const key of storage.list("")) {
    throw new Error(
      `The media folder is not empty (${key}). Restore into an empty installation. Nothing was changed.`,
    );
  }
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname in ('users', 'books')",
    );
    for (const { name } of rows) {
      const { rowCount } = await client.query(`select 1 from ${quoteIdentifier(name)} limit 1`);
      if (rowCount) {
        throw new Error(
          `The table ${name} is not empty. Restore into an empty installation. Nothing was changed.`,
        );
      }
    }
  });
}

/**
 * Restores a verified backup into an empty target, all or nothing.
 *
 * @throws {Error} when the result differs from the backup
 */
export async function restore(
  storage: Storage,
  databaseUrl: string,
  file: string,
  manifest: Manifest,
): Promise<void> {
  await migrate(databaseUrl, { upTo: manifest.migrations.length });
  await withClient(databaseUrl, async (client) => {
    const applied = await readAppliedMigrations(client);
    if (applied.length !== manifest.migrations.length) {
      throw new Error("The database is newer than the backup. Restore into a new database.");
    }
    const stored: string[] = [];
    try {
      await client.query("begin");
      await normalizeOutputFormats(client);
      await loadContents(client, storage, file, manifest, stored);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      for (const key of stored) await storage.remove(key);
      throw error;
    }
  });
  await migrate(databaseUrl);
}

async function loadContents(
  client: pg.Client,
  storage: Storage,
  file: string,
  manifest: Manifest,
  stored: string[],
) {
  const tables = await listTables(client);
  const names = tables.map(({ name }) => quoteIdentifier(name));
  await client.query(`truncate ${names.join(", ")} cascade`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for await (const { name, content } of readMembers(file)) {
    const [, folder, rest = ""] = /^(tables|media)\/(.+)$/.exec(name) ?? [];
    if (folder === "tables") {
      const table = getShape(tables, rest.replace(/\.copy$/, ""), manifest);
      await pipeline(content, client.query(copyFrom(importTable(table))));
    } else if (folder === "media") {
      stored.push(rest);
      const { sha256 } = await storage.put(rest, content);
      if (sha256 !== manifest.media[rest]?.sha256)
        throw new Error(`${rest} differs from the backup's checksum.`);
    } else if (name === manifestName) content.resume();
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await setSequences(client);
  for (const table of tables) await compareTable(client, table, manifest);
}

function getShape(tables: readonly TableShape[], name: string, manifest: Manifest): TableShape {
  const table = tables.find((each) => each.name === name);
  const columns = manifest.tables[name]?.columns;
  if (!table || !columns)
    throw new Error(`The backup contains the table ${name}, which this version does not have.`);
  return { ...table, columns };
}

async function compareTable(client: pg.Client, table: TableShape, manifest: Manifest): Promise<void> {
  const stored = manifest.tables[table.name];
  const { through, result } = measureStream();
  await pipeline(client.query(copyTo(exportTable(table))), through.resume());
  const emptyHash = createHash("sha256").digest("hex");
  if (result().sha256 !== (stored?.sha256 ?? emptyHash)) {
    throw new Error(`The table ${table.name} differs from the backup's checksum.`);
  }
}

async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`);
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1, coalesce((select max(${quoteIdentifier(column)}) from ${quoteIdentifier(table)}), 0) + 1, false)`,
      [sequence],
    );
  }
}

async function withClient(url: string, callback: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = createClient({ connectionString: url, application_name: "maktaba restore" });
  await client.connect();
  await callback(client).finally(() => client.end());
}
