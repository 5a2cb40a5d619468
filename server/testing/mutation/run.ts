// `npm run test:mutation [-- area …]`: mutates the files of an area. An interrupted run goes on where it ended.
// `--all-killers` runs all tests for each mutant and prints the redundant ones.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { findRunning, startEmbedded } from "#server/db/embedded.ts";
import { projectRoot } from "#server/project-root.ts";
import { findTemporaryFolder } from "#server/scripts/temporary-folder.mjs";
import { areas } from "./areas.ts";
import { type Mutant, mutateFiles } from "./mutate-files.ts";
import { printRedundantTests } from "./redundant-tests.ts";
import { printArea, printSummary } from "./report.ts";

const names = process.argv.slice(2).filter((name) => !name.startsWith("-"));
const allKillers = process.argv.includes("--all-killers");
const unknown = names.filter((name) => !areas[name]);
if (unknown.length) {
  console.error(`Unknown area: ${unknown.join(", ")}. Areas: ${Object.keys(areas).join(", ")}.`);
  process.exit(2);
}

const files = ["client", "server", "shared"].flatMap((folder) =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file.replaceAll(path.sep, "/")}`,
  ),
);
const isTest = /\.test\.tsx?$/;

// Stryker's test runner restarts for each area; the database does not.
const home = mkdtempSync(path.join(findTemporaryFolder(), "maktaba-mutation-"));
const database = await startEmbedded(home, {
  flags: ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "max_connections=200"],
});
process.env["TEST_DATABASE_URL"] = database.url;
process.once("exit", removeDatabase);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
try {
  const mutants: Record<string, readonly Mutant[]> = {};
  for (const name of names.length ? names : Object.keys(areas)) {
    mutants[name] = await mutateArea(name);
    printArea(name, mutants[name]);
    if (allKillers) printRedundantTests(name, mutants[name]);
  }
  process.exitCode = printSummary(mutants);
} finally {
  await database.stop();
}

/** Without promises, because Stryker exits as soon as it receives a signal. */
function removeDatabase(): void {
  const wait = new Int32Array(new SharedArrayBuffer(4));
  for (let n = 0; n < 100 && findRunning(home); n++) {
    if (n === 0) process.kill(database.pid, "SIGQUIT");
    Atomics.wait(wait, 0, 0, 50);
  }
  rmSync(home, { recursive: true, force: true });
}

async function mutateArea(name: string): Promise<readonly Mutant[]> {
  const area = areas[name];
  if (!area) return [];
  const tests = files.filter((file) => area.tests.test(file)).sort();
  const mutated = files.filter((file) => area.mutated.test(file) && !isTest.test(file)).sort();
  console.log(`${name}: ${mutated.length} files`);
  return mutateFiles(mutated, tests, { allKillers });
}
