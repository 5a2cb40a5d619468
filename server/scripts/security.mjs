// `npm run security`: black-box checks against the built server with temporary data. SECURITY_TOOLS names the
// folder of the checks, else ../shared/tools/security.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, checkNode, install, log, root } from "./prepare.mjs";

const tools = path.resolve(
  process.env.SECURITY_TOOLS ?? path.join(root, "..", "shared", "tools", "security"),
);
if (!existsSync(path.join(tools, "headers.mjs"))) {
  log(`Skipped: there are no checks in ${tools}. Set SECURITY_TOOLS to their folder.`);
  process.exit(0);
}

checkNode();
await install();
await build();

const work = mkdtempSync(path.join(tmpdir(), "maktaba-security-"));
const results = [];
/** Arguments select checks: `npm run security -- csrf session`. */
const selectedChecks = process.argv.slice(2);
const isSelected = (name) => selectedChecks.length === 0 || selectedChecks.includes(name);
let server = null;

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void exit(1));

try {
  // Only the rate limits are higher than in production.
  const needsHighLimits = selectedChecks.length === 0 || selectedChecks.some((name) => name !== "ratelimit");
  if (needsHighLimits)
    await withServer("high-limits", { RATE_LIMIT_FACTOR: "100000" }, async (config, env, origin) => {
      check("headers", config);
      check("session", config);
      check("csrf", config);
      check("authz-matrix", config, ["--coverage"]);
      check("traversal", config);
      check("ssrf", config);
      check("fuzz-json", config);
      await importHostileFiles(env, origin);
    });
  if (isSelected("ratelimit"))
    await withServer("production", {}, async (config) => {
      check("ratelimit", config);
    });
} catch (error) {
  results.push({ name: "set-up", hasPassed: false });
  log(error.message);
}

log("");
for (const { name, hasPassed } of results) log(`${hasPassed ? "nothing found" : "FINDINGS     "}  ${name}`);
await exit(results.every(({ hasPassed }) => hasPassed) ? 0 : 1);

/** Runs a function with a server on a fresh database with fixtures. */
async function withServer(name, settings, action) {
  const port = await findFreePort();
  const env = {
    ...getBaseEnvironment(),
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: path.join(work, name),
    AUTO_REGISTER: "off",
    DEMO: "off",
    LOG_LEVEL: "warn",
    ...settings,
  };
  const origin = `http://127.0.0.1:${port}`;
  await startServer(env, origin);
  try {
    const fixtures = spawnSync("node_modules/.bin/tsx", ["server/testing/security/security-fixtures.ts"], {
      cwd: root,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", 2],
      shell: process.platform === "win32",
    });
    if (fixtures.status !== 0) throw new Error("The fixtures could not be created: see above.");
    await action(writeConfig(name, { origin, ...JSON.parse(fixtures.stdout) }), env, origin);
  } finally {
    await stopServer();
  }
}

function getBaseEnvironment() {
  const { PATH, HOME, LANG, TMPDIR, SystemRoot } = process.env;
  return { PATH, HOME, LANG, TMPDIR, SystemRoot };
}

async function startServer(env, origin) {
  server = spawn(process.execPath, [path.join(root, "dist", "server", "main.js")], {
    cwd: root,
    env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.exitCode !== null) throw new Error(`The server did not start (exit code ${server.exitCode}).`);
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The server was not ready within a minute.");
}

async function stopServer() {
  const child = server;
  server = null;
  if (!child || child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exited;
}

function writeConfig(name, fixtures) {
  const testing = path.join(root, "server", "testing", "security");
  const read = (file) => readFileSync(path.join(testing, file), "utf8");
  const config = read("security.config.json").replace(
    /\{(\w+)\}/g,
    (placeholder, key) => fixtures[key] ?? placeholder,
  );
  const file = path.join(work, `${name}.config.json`);
  const base = JSON.parse(read("security.matrix.json"));
  const matrix = { ...base, vars: { ...base.vars, ...fixtures } };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(config), matrix }));
  return file;
}

function check(name, config, args = []) {
  if (!isSelected(name)) return;
  log(`— ${name} —`);
  const { status } = spawnSync(
    process.execPath,
    [path.join(tools, `${name}.mjs`), "--config", config, ...args],
    {
      cwd: work,
      stdio: ["ignore", 2, 2],
    },
  );
  results.push({ name, hasPassed: status === 0 });
}

/** Imports every hostile file with `cli import`: valid ones succeed, others are rejected, nothing crashes. */
async function importHostileFiles(env, origin) {
  if (!isSelected("uploads")) return;
  if (!existsSync(path.join(root, "server", "commands", "import.ts"))) {
    return log("uploads: skipped, the import command does not exist.");
  }
  log("— uploads, by cli import —");
  const folder = path.join(work, "hostile");
  spawnSync(process.execPath, [path.join(tools, "uploads.mjs"), "--out", folder], {
    stdio: ["ignore", 2, 2],
  });
  const index = JSON.parse(readFileSync(path.join(folder, "index.json"), "utf8"));
  rmSync(path.join(folder, "index.json"));
  // A text and a recording with the same name would be one book.
  const files = index.map(({ name, ...entry }) => ({
    ...entry,
    name: /\.epub$/.test(name) ? name : `audio-${name}`,
  }));
  for (const [position, { name }] of index.entries()) {
    renameSync(path.join(folder, name), path.join(folder, files[position].name));
  }
  const cli = path.join(root, "dist", "server", "cli.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "import", folder], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 600_000,
  });
  const lines = `${stdout}\n${stderr}`.split(/[\r\n]+/);
  const isRefused = (name) => lines.some((line) => line.startsWith("refused") && line.includes(name));
  const failures = files.flatMap(({ name, expect, why }) => {
    if (expect === "reject" && !isRefused(name)) return [`${name} was imported: ${why}`];
    if (expect === "accept" && isRefused(name)) return [`${name} was refused: ${why}`];
    return [];
  });
  if (status !== 1) failures.push(`the command exited with ${status}, not 1\n${stderr.slice(-2000)}`);
  const { ok } = await fetch(`${origin}/readyz`);
  if (!ok) failures.push("the server is no longer ready");
  for (const line of failures) log(`FAIL  ${line}`);
  log(`uploads: ${failures.length} fail, ${files.length} files`);
  results.push({ name: "uploads", hasPassed: failures.length === 0 });
}

function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

async function exit(code) {
  await stopServer();
  rmSync(work, { recursive: true, force: true });
  process.exit(code);
}
