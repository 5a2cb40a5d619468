import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate as applyAll } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";
import { applyFunctions, getFunctionHash, readFunctionFiles } from "./apply-functions.ts";
import { openDatabase } from "./client.ts";
import { createClient } from "./create-client.ts";

const migrationsFolder = path.join(projectRoot, "server", "db", "migrations");

/** One server migrates at a time; the others wait and then find nothing to do. */
const migrationLock = 727_001;

/**
 * Migrates a database to this version, with its functions and triggers.
 *
 * @param upTo number of migrations, without functions and triggers; all by default
 * @throws {Error} with one sentence when the database is newer or lacks an extension
 */
export async function migrate(url: string, { upTo }: { readonly upTo?: number } = {}): Promise<void> {
  const client = createClient({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await assertUpgradable(client);
    const db = openDatabase(url, { max: 1, statementTimeoutMs: 0 });
    const folder = upTo === undefined ? migrationsFolder : copyFirstMigrations(upTo);
    await applyAll(db, { migrationsFolder: folder })
      .catch(rethrowWithReason)
      .finally(() => db.$client.end());
    if (folder === migrationsFolder) await applyFunctions(client).catch(rethrowWithReason);
    else rmSync(folder, { recursive: true });
    await rejectUnsupportedDatabase(client);
  } finally {
    await client.end();
  }
}

function rethrowWithReason(error: unknown): never {
  const { cause, message } = error as Error;
  const reason = cause instanceof Error ? cause.message : message;
  throw new Error(`The database could not be brought up to this version: ${reason}.`, { cause: error });
}

/** A folder with only the oldest migrations. */
function copyFirstMigrations(count: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-migrations-"));
  cpSync(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: unknown[] };
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
  return folder;
}

/** The hashes of this version's migrations, oldest first. */
export const listKnownMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);

/** The hashes of the applied migrations, oldest first. */
export async function readAppliedMigrations(client: Pick<pg.Client, "query">): Promise<string[]> {
  const { applied } = await countMigrations(client);
  if (applied === 0) return [];
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at, id",
  );
  return rows.map(({ hash }) => hash);
}

/** A short hash of the schema with its functions, for test templates. */
export function getMigrationsVersion(): string {
  const hash = createHash("sha256");
  for (const migrationHash of listKnownMigrations()) hash.update(migrationHash);
  for (const file of readFunctionFiles()) hash.update(file.name).update(getFunctionHash(file));
  return hash.digest("hex").slice(0, 16);
}

let migrationCount: number | null = null;

export function countKnownMigrations(): number {
  migrationCount ??= listKnownMigrations().length;
  return migrationCount;
}

interface MigrationsReader {
  query(text: string): PromiseLike<{ readonly rows: ReadonlyArray<{ readonly applied?: unknown }> }>;
}

export async function countMigrations(client: MigrationsReader): Promise<{ applied: number; known: number }> {
  const knownCount = countKnownMigrations();
  const { rows } = await client.query(
    "select count(*)::int as applied from pg_tables where schemaname = 'drizzle' and tablename = '__drizzle_migrations'",
  );
  if (rows[0]?.applied === 0) return { applied: 0, known: knownCount };
  const counted = await client.query("select count(*)::int as applied from drizzle.__drizzle_migrations");
  return { applied: Number(counted.rows[0]?.applied), known: knownCount };
}

async function assertUpgradable(client: pg.Client): Promise<void> {
  const knownHashes = listKnownMigrations();
  const applied = await readAppliedMigrations(client);
  if (applied.some((hash, index) => index < knownHashes.length && hash !== knownHashes[index])) {
    throw new Error(
      "The database was created by an earlier development version and cannot be upgraded: set DATABASE_URL to an empty database, then start again.",
    );
  }
  if (applied.length > knownHashes.length) {
    throw new Error(
      `The database was created by a newer version (${applied.length} migrations, this version has ${knownHashes.length}): start that version or restore a backup.`,
    );
  }
}

async function rejectUnsupportedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_encoding') as encoding, cardinality(show_trgm('قرآن')) as trigrams",
  );
  if (rows[0].encoding !== "UTF8") throw new Error("The database must be encoded in UTF-8.");
  if (rows[0].trigrams === 0) {
    throw new Error(
      "The database's LC_CTYPE does not know Arabic letters: create it with LC_CTYPE C.UTF-8 or another UTF-8 locale.",
    );
  }
}
