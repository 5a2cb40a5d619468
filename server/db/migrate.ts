import { createHash } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";
import { applyFunctions, getFunctionHash, readFunctionFiles } from "./apply-functions.ts";
import { createClient } from "./create-client.ts";

const migrationsFolder = path.join(projectRoot, "server", "db", "migrations");

/** One server migrates at a time; the others wait and then find nothing to do. */
const migrationLock = 727_001;

/** A statement that waits for a lock holds up the queries behind it, so it gives up soon and is repeated. */
const defaultLockTimeoutMs = 3_000;
const maxTries = 20;
const lockNotAvailable = "55P03";

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
    await waitForMigrationLock(client);
    await assertUpgradable(client);
    await applyMigrations(client, listMigrations().slice(0, upTo)).catch(rethrowWithReason);
    if (upTo === undefined) await applyFunctions(client).catch(rethrowWithReason);
    await rejectUnsupportedDatabase(client);
  } finally {
    await client.end();
  }
}

/** Tries again and again: an index that is created concurrently waits for every statement, also one that waits for a lock. */
async function waitForMigrationLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1) as "isLocked"',
      [migrationLock],
    );
    if (rows[0]?.isLocked) return;
    await sleep(100);
  }
}

export const listMigrations = () => readMigrationFiles({ migrationsFolder });

/**
 * Each in its own transaction, or without one when it creates or drops an index `CONCURRENTLY`. The caller holds the
 * migration lock.
 */
export async function applyMigrations(
  client: pg.Client,
  migrations: readonly MigrationMeta[],
  { lockTimeoutMs = defaultLockTimeoutMs } = {},
): Promise<void> {
  const applied = await readAppliedMigrations(client);
  await client.query(`
    set statement_timeout = 0; set lock_timeout = ${lockTimeoutMs};
    create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint)`);
  for (const migration of migrations.slice(applied.length))
    await applyMigration(client, migration, lockTimeoutMs);
}

const isConcurrent = (statement: string) => /\bindex concurrently\b/i.test(statement);

async function applyMigration(
  client: pg.Client,
  { sql, hash, folderMillis }: MigrationMeta,
  lockTimeoutMs: number,
): Promise<void> {
  const record = () =>
    client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  if (sql.some(isConcurrent)) {
    for (const statement of sql) {
      // It waits for older transactions without blocking others; a timeout would leave an invalid index.
      await client.query(`set lock_timeout = ${isConcurrent(statement) ? 0 : lockTimeoutMs}`);
      await retryLocked(() => client.query(statement));
    }
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    await record();
    return;
  }
  await retryLocked(async () => {
    try {
      await client.query("begin");
      for (const statement of sql) await client.query(statement);
      await record();
      await client.query("commit");
    } catch (error) {
      await client.query("rollback");
      throw error;
    }
  });
}

async function retryLocked(run: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run();
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== lockNotAvailable || tries === maxTries) throw error;
      await sleep(500);
    }
  }
}

function rethrowWithReason(cause: Error): never {
  throw new Error(`The database could not be brought up to this version: ${cause.message}.`, { cause });
}

/** The hashes of this version's migrations, oldest first. */
export const listKnownMigrations = (): string[] => listMigrations().map(({ hash }) => hash);

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
