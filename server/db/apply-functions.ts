import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";
import { getVersion } from "#server/version.ts";

/** The functions and triggers of one area; a file depends on no other, so that their order does not matter. */
export interface FunctionFile {
  readonly name: string;
  readonly sql: string;
}

const functionsFolder = path.join(projectRoot, "server", "db", "functions");

export function readFunctionFiles(): FunctionFile[] {
  return readdirSync(functionsFolder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sql: readFileSync(path.join(functionsFolder, name), "utf8") }));
}

export const getFunctionHash = ({ sql }: FunctionFile): string =>
  createHash("sha256").update(sql).digest("hex");

/**
 * Applies the files that differ from the applied ones, all or none. Those of a later version stay: during a rolling
 * upgrade, a process of the earlier version may start again. The caller holds the migration lock.
 *
 * @returns the names of the applied files
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[] = readFunctionFiles(),
  version = getVersion(),
): Promise<string[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS drizzle.function_files (name text PRIMARY KEY, hash text NOT NULL);
    ALTER TABLE drizzle.function_files ADD COLUMN IF NOT EXISTS version text NOT NULL DEFAULT '0.0.0'`);
  const { rows } = await client.query<{ name: string; hash: string; version: string }>(
    "SELECT name, hash, version FROM drizzle.function_files",
  );
  const applied = new Map(rows.map((row) => [row.name, row]));
  const changed = files.filter((file) => {
    const row = applied.get(file.name);
    return !row || (row.hash !== getFunctionHash(file) && compareVersions(row.version, version) <= 0);
  });
  if (changed.length === 0) return [];
  try {
    await client.query("BEGIN");
    for (const file of changed) await applyFile(client, file, version);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  return changed.map(({ name }) => name);
}

const compareVersions = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });

async function applyFile(client: pg.Client, file: FunctionFile, version: string): Promise<void> {
  await client.query(file.sql).catch((cause: Error) => {
    throw new Error(`${file.name}: ${cause.message}`, { cause });
  });
  await client.query(
    `INSERT INTO drizzle.function_files (name, hash, version) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, version = excluded.version`,
    [file.name, getFunctionHash(file), version],
  );
}
