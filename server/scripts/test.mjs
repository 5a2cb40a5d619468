// `npm test`: all checks and tests, set-up included. The last line counts all tests.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { findBrowser, listMissingBrowsers } from "./find-browser.mjs";
import { checkEngines, listMissingEngines } from "./find-engines.mjs";
import { checkNode, install, log } from "./prepare.mjs";
import { checkTools, installPackages, listMissingTools } from "./system-packages.mjs";
import { findTemporaryFolder } from "./temporary-folder.mjs";

checkNode();
const installing = installPackages([
  ...listMissingTools(),
  ...listMissingBrowsers(),
  ...listMissingEngines(),
]);
await install();
const { run, runStaticChecks } = await import("./run-command.mjs");

/** Reports, and all temporary files of the tests. */
const temporary = mkdtempSync(path.join(findTemporaryFolder(), "maktaba-"));
process.on("exit", () => rmSync(temporary, { recursive: true, force: true }));
// PostgreSQL may run as another user, whose files are in it too.
chmodSync(temporary, 0o755);
Object.assign(process.env, { TMPDIR: temporary, TMP: temporary, TEMP: temporary });

/** Kept between runs: transforming the specs and what they import takes Playwright 15 s of one core. */
const transformCache = path.resolve(".cache/playwright");

const parts = [];
const failures = [];
const secondTries = [];
// They leave one core idle half of the time.
const staticChecks = runPart("style, directions, types", runStaticChecks);
await installing;
const engines = checkEngines();
const skipped = [...checkTools(), ...engines.warnings];
for (const warning of skipped) log(warning);
await Promise.all([staticChecks, runPart("unit and integration", runVitest)]);
await runPart("build", async () => {
  const { code } = await run("node", ["server/scripts/build-if-changed.mjs"]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
});
await runPart("end to end", runPlaywright);
if (engines.found.length > 0) await runPart(`walk in ${engines.found.join(" and ")}`, runWalks);

console.log("");
for (const { title, passed, failed, skipped, seconds } of parts) {
  const skippedNote = skipped ? `, ${skipped} skipped` : "";
  console.log(`${title}: ${passed} passed, ${failed} failed${skippedNote} (${seconds} s)`);
}
for (const warning of skipped) console.log(warning);
for (const name of secondTries) console.log(`Passed at the second try: ${name}`);
for (const failure of failures) console.log(`\nFAILED: ${failure}`);
const sumParts = (key) => parts.reduce((sum, part) => sum + part[key], 0);
console.log(`\n${sumParts("passed")} passed, ${sumParts("failed")} failed`);
process.exitCode = sumParts("failed") === 0 ? 0 : 1;

async function runPart(title, run) {
  console.log(`\n— ${title} —`);
  const startedAt = Date.now();
  const { failures: partFailures = [], ...counts } = await run();
  failures.push(...partFailures);
  parts.push({ title, ...counts, seconds: Math.round((Date.now() - startedAt) / 1000) });
}

async function runVitest() {
  const file = path.join(temporary, "vitest.json");
  const { code } = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${file}`,
  ]);
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  const suites = report?.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.length,
  );
  for (const suite of suites ?? []) failures.push(`${suite.name}\n${suite.message}`);
  for (const { name, assertionResults } of report?.testResults ?? []) {
    for (const test of assertionResults.filter(({ status }) => status === "failed")) {
      failures.push(`${name} › ${test.fullName}\n${test.failureMessages.join("\n")}`);
    }
  }
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(failed + (suites?.length ?? 0), code === 0 ? 0 : 1),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

async function runPlaywright() {
  const missing = await findBrowser();
  if (missing) {
    log(missing);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  return runSpecs([]);
}

/** At the same time, because each waits for its browser half of it. */
function runWalks() {
  const projects = engines.found.map((engine) => `--project=${engine}`);
  return runSpecs(["--config=server/e2e/engines/playwright.config.ts", ...projects]);
}

/** Each test has a second try in a new browser; those that needed it are named in the output. */
async function runSpecs(args) {
  const file = path.join(temporary, "playwright.json");
  rmSync(file, { force: true });
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_TRANSFORM_CACHE_DIR: transformCache };
  const { code } = await run("playwright", ["test", "--reporter=list,json", ...args], { env });
  const report = readReport(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  secondTries.push(...listFlaky(report?.suites ?? []));
  return { passed: expected + flaky, failed: Math.max(unexpected, code === 0 ? 0 : 1), skipped };
}

function listFlaky(suites) {
  return suites.flatMap(({ suites = [], specs = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(toName),
    ...listFlaky(suites),
  ]);
}

function toName({ file, line, title }) {
  return `${file}:${line} › ${title}`;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
