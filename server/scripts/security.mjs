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
const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
let server = null;

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void end(1));

try {
  // Only the rate limits are higher than in production.
  const isWide = wanted.length === 0 || wanted.some((name) => name !== "ratelimit");
  if (isWide)
    await onServer("wide", { RATE_LIMIT_FACTOR: "100000" }, async (config, env, origin) => {
      check("headers", config);
      check("session", config);
      check("csrf", config);
      check("authz-matrix", config, ["--coverage"]);
      check("traversal", config);
      check("ssrf", config);
      check("fuzz-json", config);
      await importHostileFiles(env, origin);
    });
  if (isWanted("ratelimit"))
    await onServer("production", {}, async (config) => {
      check("ratelimit", config);
    });
} catch (error) {
  results.push({ name: "set-up", isGood: false });
  log(error.message);
}

log("");
for (const { name, isGood } of results) log(`${isGood ? "nothing found" : "FINDINGS     "}  ${name}`);
await end(results.every(({ isGood }) => isGood) ? 0 : 1);

/** Runs a function with a server on a fresh database with fixtures. */
async function onServer(name, settings, act) {
  const port = await freePort();
  const env = {
    ...plainEnvironment(),
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: path.join(work, name),
    AUTO_REGISTER: "off",
    DEMO: "off",
    LOG_LEVEL: "warn",
    ...settings,
  };
  const origin = `http://127.0.0.1:${port}`;
  await open(env, origin);
  try {
    const made = spawnSync("node_modules/.bin/tsx", ["server/testing/security/security-fixtures.ts"], {
      ...{ cwd: root, env, encoding: "utf8", stdio: ["ignore", "pipe", 2] },
      shell: process.platform === "win32",
    });
    if (made.status !== 0) throw new Error("The fixtures could not be made: see above.");
    await act(writeConfig(name, { origin, ...JSON.parse(made.stdout) }), env, origin);
  } finally {
    await close();
  }
}

function plainEnvironment() {
  const { PATH, HOME, LANG, TMPDIR, SystemRoot } = process.env;
  return { PATH, HOME, LANG, TMPDIR, SystemRoot };
}

async function open(env, origin) {
  server = spawn(process.execPath, [path.join(root, "dist", "server", "main.js")], {
    ...{ cwd: root, env, stdio: ["ignore", "ignore", "ignore"] },
  });
  for (let look = 0; look < 600; look++) {
    if (server.exitCode !== null) throw new Error(`The server did not start (exit code ${server.exitCode}).`);
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("The server was not ready within a minute.");
}

async function close() {
  const child = server;
  server = null;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await gone;
}

function writeConfig(name, given) {
  const testing = path.join(root, "server", "testing", "security");
  const read = (file) => readFileSync(path.join(testing, file), "utf8");
  const filled = read("security.config.json").replace(/\{(\w+)\}/g, (whole, key) => given[key] ?? whole);
  const file = path.join(work, `${name}.config.json`);
  const known = JSON.parse(read("security.matrix.json"));
  const matrix = { ...known, vars: { ...known.vars, ...given } };
  writeFileSync(file, JSON.stringify({ ...JSON.parse(filled), matrix }));
  return file;
}

function check(name, config, args = []) {
  if (!isWanted(name)) return;
  log(`— ${name} —`);
  const { status } = spawnSync(
    process.execPath,
    [path.join(tools, `${name}.mjs`), "--config", config, ...args],
    {
      ...{ cwd: work, stdio: ["ignore", 2, 2] },
    },
  );
  results.push({ name, isGood: status === 0 });
}

/** Imports every hostile file with `cli import`: valid ones succeed, others are rejected, nothing crashes. */
async function importHostileFiles(env, origin) {
  if (!isWanted("uploads")) return;
  if (!existsSync(path.join(root, "server", "commands", "import.ts"))) {
    return log("uploads: left out, there is no import yet.");
  }
  log("— uploads, by cli import —");
  const folder = path.join(work, "hostile");
  spawnSync(process.execPath, [path.join(tools, "uploads.mjs"), "--out", folder], {
    stdio: ["ignore", 2, 2],
  });
  const index = JSON.parse(readFileSync(path.join(folder, "index.json"), "utf8"));
  rmSync(path.join(folder, "index.json"));
  // A text and a recording with the same name would be one book.
  const files = index.map(({ name, ...about }) => ({
    ...about,
    name: /\.epub$/.test(name) ? name : `sound-${name}`,
  }));
  for (const [at, { name }] of index.entries()) {
    renameSync(path.join(folder, name), path.join(folder, files[at].name));
  }
  const cli = path.join(root, "dist", "server", "cli.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "import", folder], {
    ...{ cwd: root, env, encoding: "utf8", timeout: 600_000 },
  });
  const lines = `${stdout}\n${stderr}`.split(/[\r\n]+/);
  const isRefused = (name) => lines.some((line) => line.startsWith("refused") && line.includes(name));
  const wrong = files.flatMap(({ name, expect, why }) => {
    if (expect === "reject" && !isRefused(name)) return [`${name} was taken in: ${why}`];
    if (expect === "accept" && isRefused(name)) return [`${name} was refused: ${why}`];
    return [];
  });
  if (status !== 1) wrong.push(`the command ended with ${status}, not 1\n${stderr.slice(-2000)}`);
  const { ok } = await fetch(`${origin}/readyz`);
  if (!ok) wrong.push("the server is not ready any more");
  for (const line of wrong) log(`FAIL  ${line}`);
  log(`uploads: ${wrong.length} fail, ${files.length} files`);
  results.push({ name: "uploads", isGood: wrong.length === 0 });
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

async function end(code) {
  await close();
  rmSync(work, { recursive: true, force: true });
  process.exit(code);
}
