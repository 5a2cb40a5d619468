import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbedded } from "#server/db/embedded.ts";
import { bundleSource } from "#server/entry-path.ts";
import { makeTemplate } from "./database.ts";

/** Speed instead of durability: the rows of a test need not survive a crash. */
const databaseSettings = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
];

/**
 * Starts a database for the run unless `TEST_DATABASE_URL` names one, migrates the template that files copy, and
 * bundles the server for child processes.
 */
export async function setup(): Promise<() => Promise<void>> {
  const scripts = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("-child-process.ts"))
    .map((file) => path.join(import.meta.dirname, file));
  process.env["TEST_SERVER_BUNDLE"] = bundleSource(...scripts);
  const stop = process.env["TEST_DATABASE_URL"] ? async () => {} : await startDatabase();
  await makeTemplate();
  return stop;
}

async function startDatabase(): Promise<() => Promise<void>> {
  const home = mkdtempSync(path.join(tmpdir(), "maktaba-test-"));
  const database = await startEmbedded(home, {
    flags: databaseSettings.flatMap((setting) => ["-c", setting]),
  });
  process.env["TEST_DATABASE_URL"] = database.url;
  return async () => {
    await database.stop();
    rmSync(home, { recursive: true, force: true });
  };
}
