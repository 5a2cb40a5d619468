// Installs packages and builds when needed. Plain Node without packages, because it runs on a clean clone.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
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
const ignoredSources = /\.test\.tsx?$|^server\/(bin|testing|e2e|bench)\/|^client\/testing\//;

export const log = (text) => process.stderr.write(`${text}\n`);

/** Exits with a message. */
export function fail(message) {
  log(message);
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
  await runExclusively("install", () => {
    if (isInstalled()) return;
    log("Installing the packages (about a minute, once)…");
    const lockBefore = readFileSync(lockFile);
    const npm = npmCommand(["install", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]);
    const { status, signal } = spawnSync(...npm, { cwd: root, stdio: ["ignore", 2, 2] });
    const isUnchanged = lockBefore.equals(readFileSync(lockFile));
    if (!isUnchanged) writeFileSync(lockFile, lockBefore);
    if (status !== 0) fail(`npm install failed (${signal ?? `exit code ${status}`}): see above.`);
    if (!isUnchanged) log("npm changed package-lock.json; it was restored.");
    writeFileSync(installedStamp, `${hashLockFile()}\n`);
  });
}

/** Builds unless the last build matches the sources. */
export async function build({ again = false } = {}) {
  if (!again && isBuilt()) return;
  await runExclusively("build", () => {
    if (!again && isBuilt()) return;
    log("Building…");
    const hash = hashSources();
    const { status } = spawnSync(process.execPath, [inRoot("server", "scripts", "make-build.mjs")], {
      cwd: root,
      stdio: ["ignore", 2, 2],
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) fail("The build failed: see above.");
    writeFileSync(builtStamp, `${JSON.stringify({ hash })}\n`);
  });
}

export const isBuilt = () =>
  existsSync(builtStamp) && JSON.parse(readFileSync(builtStamp, "utf8")).hash === hashSources();

function isInstalled() {
  if (!existsSync(inRoot("node_modules"))) return false;
  if (existsSync(installedStamp)) return readFileSync(installedStamp, "utf8").trim() === hashLockFile();
  // npm writes this file last, so its presence means a complete install.
  const npmLock = inRoot("node_modules", ".package-lock.json");
  return existsSync(npmLock) && statSync(npmLock).mtimeMs >= statSync(lockFile).mtimeMs;
}

const hashLockFile = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

function hashSources() {
  const hash = createHash("sha256");
  for (const file of sources.flatMap((source) => listFiles(source)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update("\0");
  }
  return hash.digest("hex");
}

function listFiles(relative) {
  if (!existsSync(inRoot(relative))) return [];
  if (statSync(inRoot(relative)).isFile()) return ignoredSources.test(relative) ? [] : [relative];
  return readdirSync(inRoot(relative)).flatMap((name) => listFiles(`${relative}/${name}`));
}

/** Runs a function exclusively in this folder; waits for other processes. */
async function runExclusively(name, action) {
  const lock = inRoot(".cache", `${name}.lock`);
  mkdirSync(inRoot(".cache"), { recursive: true });
  while (!acquire(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true });
    else await sleep(200);
  }
  try {
    await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire(lock) {
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

/** Runs a TypeScript program and exits with its code. It ends itself after a signal, so it is waited for. */
export async function runProgram(file, args) {
  const child = spawn(process.execPath, ["--import", "tsx", inRoot("server", file), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
}

/** The npm that started this process, or the one in the path. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js") || cli?.endsWith(".cjs")) return [process.execPath, [cli, ...args]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", args];
}
