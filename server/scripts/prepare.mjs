// Installs packages and builds when needed. Plain Node without packages, because it runs on a clean clone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");

const inRoot = (...parts) => path.join(root, ...parts);
const lockFile = inRoot("package-lock.json");
const installedStamp = inRoot("node_modules", ".maktaba-lock");
const builtStamp = inRoot("dist", "built.json");

const sources = ["client", "server", "shared", "package-lock.json", "tailwind.config.ts", "vite.config.ts"];
const notSources =
  /\.test\.tsx?$|^server\/(bin|testing|e2e|bench)\/|^server\/demo\/library\/|^client\/testing\/|^server\/db\/migrations\//;

export const log = (text) => process.stderr.write(`${text}\n`);

/** Exits with a message. */
export function fail(sentence) {
  log(sentence);
  process.exit(1);
}

/** Settings may also be in `.env`; environment variables win. */
export function readEnvFile() {
  if (existsSync(inRoot(".env"))) process.loadEnvFile(inRoot(".env"));
}

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Maktaba needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Installs the packages unless they match the lock file. */
export async function install() {
  if (isInstalled()) return;
  await alone("install", () => {
    if (isInstalled()) return;
    log("Installing the packages (about a minute, once)…");
    const before = readFileSync(lockFile);
    const npm = npmCommand(["install", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]);
    const { status, signal } = spawnSync(...npm, { cwd: root, stdio: ["ignore", 2, 2] });
    const isSame = before.equals(readFileSync(lockFile));
    if (!isSame) writeFileSync(lockFile, before);
    if (status !== 0) fail(`npm install failed (${signal ?? `exit code ${status}`}): see above.`);
    if (!isSame) log("npm would have rewritten package-lock.json; it was put back as it was.");
    writeFileSync(installedStamp, `${lockHash()}\n`);
  });
}

/** Builds unless the last build matches the sources. */
export async function build({ again = false } = {}) {
  if (!again && isBuilt()) return;
  await alone("build", () => {
    if (!again && isBuilt()) return;
    log("Building…");
    const hash = sourcesHash();
    const made = spawnSync(process.execPath, [inRoot("server", "scripts", "make-build.mjs")], {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (made.status !== 0) fail("The build failed: see above.");
    writeFileSync(builtStamp, `${JSON.stringify({ hash })}\n`);
  });
}

export const isBuilt = () =>
  existsSync(builtStamp) && JSON.parse(readFileSync(builtStamp, "utf8")).hash === sourcesHash();

function isInstalled() {
  if (!existsSync(inRoot("node_modules"))) return false;
  if (existsSync(installedStamp)) return readFileSync(installedStamp, "utf8").trim() === lockHash();
  // npm writes this file last, so its presence means a complete install.
  const note = inRoot("node_modules", ".package-lock.json");
  return existsSync(note) && statSync(note).mtimeMs >= statSync(lockFile).mtimeMs;
}

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

function sourcesHash() {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((each) => filesOf(each)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(relative) {
  if (!existsSync(inRoot(relative))) return [];
  if (statSync(inRoot(relative)).isFile()) return notSources.test(relative) ? [] : [relative];
  return readdirSync(inRoot(relative)).flatMap((name) => filesOf(`${relative}/${name}`));
}

/** Runs a function exclusively in this folder; waits for other processes. */
async function alone(what, act) {
  const lock = inRoot(".cache", `${what}.lock`);
  mkdirSync(inRoot(".cache"), { recursive: true });
  while (!take(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true });
    else await sleep(200);
  }
  try {
    await act();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    process.once("exit", () => rmSync(lock, { force: true }));
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    return fail(`This folder is not writable: ${error.message}.`);
  }
}

function isStale(lock) {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    if (!owner) return Date.now() - statSync(lock).mtimeMs > 2_000;
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** The npm that started this process, or the one in the path. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js") || cli?.endsWith(".cjs")) return [process.execPath, [cli, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}
