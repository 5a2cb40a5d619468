// `npm test`: everything that proves the project, set-up included. The last line counts all tests.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findBrowser } from "./find-browser.mjs";
import { checkNode, install, log } from "./prepare.mjs";
import { provideTools } from "./system-packages.mjs";

checkNode();
await install();
const { run, runStaticChecks } = await import("./run-command.mjs");

const reports = mkdtempSync(path.join(tmpdir(), "maktaba-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

const leftOut = provideTools();
const parts = [];
const failures = [];
await part("style, directions, types", runStaticChecks);
await part("unit and integration", vitest);
await part("build", async () => {
  const { code } = await run("node", ["server/scripts/build-if-changed.mjs"]);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
});
await part("end to end", playwright);

console.log("");
for (const { title, passed, failed, skipped, seconds } of parts) {
  const skips = skipped ? `, ${skipped} skipped` : "";
  console.log(`${title}: ${passed} passed, ${failed} failed${skips} (${seconds} s)`);
}
for (const sentence of leftOut) console.log(sentence);
for (const failure of failures) console.log(`\nFAILED: ${failure}`);
const sum = (key) => parts.reduce((total, each) => total + each[key], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") === 0 ? 0 : 1;

async function part(title, act) {
  console.log(`\n— ${title} —`);
  const began = Date.now();
  const { failures: found = [], ...counts } = await act();
  failures.push(...found);
  parts.push({ title, ...counts, seconds: Math.round((Date.now() - began) / 1000) });
}

async function vitest() {
  const file = path.join(reports, "vitest.json");
  const { code } = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${file}`,
  ]);
  const report = readReport(file);
  const failed = report?.numFailedTests ?? 0;
  const suites = report?.testResults.filter(
    (each) => each.status === "failed" && !each.assertionResults.length,
  );
  for (const suite of suites ?? []) failures.push(`${suite.name}\n${suite.message}`);
  for (const { name, assertionResults } of report?.testResults ?? []) {
    for (const test of assertionResults.filter((each) => each.status === "failed")) {
      failures.push(`${name} › ${test.fullName}\n${test.failureMessages.join("\n")}`);
    }
  }
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(failed + (suites?.length ?? 0), code === 0 ? 0 : 1),
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
}

async function playwright() {
  const missing = await findBrowser();
  if (missing) {
    log(missing);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const file = path.join(reports, "playwright.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const { code } = await run("playwright", ["test", "--reporter=list,json"], { env });
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file)?.stats ?? {};
  return { passed: expected, failed: Math.max(unexpected + flaky, code === 0 ? 0 : 1), skipped };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
