import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { projectRoot } from "#server/project-root.ts";

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
 * Applies the files that differ from the applied ones, all or none. The caller holds the migration lock.
 *
 * @returns the names of the applied files
 */
export async function applyFunctions(
  client: pg.Client,
  files: readonly FunctionFile[] = readFunctionFiles(),
): Promise<string[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS drizzle.function_files (name text PRIMARY KEY, hash text NOT NULL)",
  );
  const { rows } = await client.query<{ name: string; hash: string }>(
    "SELECT name, hash FROM drizzle.function_files",
  );
  const appliedHashes = new Map(rows.map(({ name, hash }) => [name, hash]));
  const changed = files.filter((file) => appliedHashes.get(file.name) !== getFunctionHash(file));
  if (changed.length === 0) return [];
  try {
    await client.query("BEGIN");
    for (const file of changed) await applyFile(client, file);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  return changed.map(({ name }) => name);
}

async function applyFile(client: pg.Client, file: FunctionFile): Promise<void> {
  await client.query(file.sql).catch((cause: Error) => {
    throw new Error(`${file.name}: ${cause.message}`, { cause });
  });
  await client.query(
    `INSERT INTO drizzle.function_files (name, hash) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
    [file.name, getFunctionHash(file)],
  );
}
