import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Pack, pack } from "tar-stream";
import { createClient } from "#server/db/create-client.ts";
import { readAppliedMigrations } from "#server/db/migrate.ts";
import type { Services } from "#server/services.ts";
import { measureStream } from "#server/storage/measure-stream.ts";
import { getMediaEntry, getTableEntry, isExcludedMedia, type Manifest, manifestName } from "./manifest.ts";
import { exportTable, listTables, normalizeOutputFormats, type TableShape } from "./tables.ts";

export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes the library into one tar file readable only by its owner: all tables in one snapshot, and the
 * media. The server may keep running.
 *
 * @throws {Error} when the file exists or its folder does not
 */
export async function backup(
  { storage, clock }: Pick<Services, "storage" | "clock">,
  databaseUrl: string,
  file: string,
): Promise<BackupSummary> {
  if (await exists(file)) throw new Error(`${file} exists: choose another name.`);
  const folder = path.dirname(path.resolve(file));
  if (!(await exists(folder))) throw new Error(`There is no folder ${folder}.`);
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  const tablesFolder = await mkdtemp(`${path.resolve(file)}.tables-`);
  const tar = pack();
  try {
    const finished = pipeline(
      Readable.from(tar, { objectMode: false }),
      createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }),
    );
    const summary = await Promise.race([
      addContents(tar, databaseUrl, tablesFolder, storage, clock()),
      rejectOnly(finished),
    ]);
    await finished;
    await rename(draft, file);
    return { ...summary, bytes: (await stat(file)).size };
  } catch (error) {
    tar.destroy();
    await rm(draft, { force: true });
    throw error;
  } finally {
    await rm(tablesFolder, { recursive: true, force: true });
  }
}

async function addContents(
  tar: Pack,
  databaseUrl: string,
  tablesFolder: string,
  storage: Services["storage"],
  now: Date,
) {
  const { tables, migrations } = await addTables(tar, databaseUrl, tablesFolder);
  const media = await addMedia(tar, storage);
  const manifest: Manifest = {
    format: 1,
    product: "maktaba",
    migrations,
    createdAt: now.toISOString(),
    tables,
    media,
  };
  tar.entry({ name: manifestName, mode: 0o600 }, `${JSON.stringify(manifest, null, 1)}\n`);
  tar.finalize();
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { tables: Object.keys(tables).length, rows, files: Object.keys(media).length };
}

async function addTables(tar: Pack, databaseUrl: string, tablesFolder: string) {
  const client = createClient({ connectionString: databaseUrl, application_name: "maktaba backup" });
  await client.connect();
  try {
    await normalizeOutputFormats(client);
    await client.query("begin isolation level repeatable read, read only");
    const migrations = await readAppliedMigrations(client);
    const tables: Manifest["tables"] = {};
    for (const table of await listTables(client)) {
      tables[table.name] = await addTable(tar, client, table, path.join(tablesFolder, table.name));
    }
    await client.query("commit");
    return { tables, migrations };
  } finally {
    await client.end();
  }
}

/** A tar header contains the size, which is known only after copying. */
async function addTable(tar: Pack, client: pg.Client, table: TableShape, tableFile: string) {
  const { through, result } = measureStream();
  const copy = client.query(copyTo(exportTable(table)));
  await pipeline(copy, through, createWriteStream(tableFile, { mode: 0o600 }));
  const { bytes, sha256 } = result();
  await addEntry(tar, getTableEntry(table.name), bytes, createReadStream(tableFile));
  await rm(tableFile);
  return { rows: copy.rowCount, columns: [...table.columns], bytes, sha256 };
}

async function addMedia(tar: Pack, storage: Services["storage"]): Promise<Manifest["media"]> {
  const media: Manifest["media"] = {};
  for await (const key of storage.list("")) {
    if (isExcludedMedia(key)) continue;
    const bytes = await storage.size(key);
    // The file was removed after listing.
    if (bytes === null) continue;
    const { through, result } = measureStream();
    const content = await storage.read(key);
    content.on("error", (error) => through.destroy(error));
    await addEntry(tar, getMediaEntry(key), bytes, content.pipe(through));
    media[key] = result();
  }
  return media;
}

async function addEntry(tar: Pack, name: string, size: number, content: Readable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const entry = tar.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
    content.on("error", reject);
    content.pipe(entry);
  });
}

function rejectOnly(promise: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => void promise.catch(reject));
}

async function exists(file: string): Promise<boolean> {
  return open(file, "r").then(
    (handle) => handle.close().then(() => true),
    () => false,
  );
}
