import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./find-free-port.ts";
import { findPostgres, getOsUser, type Identity, type PostgresProgram } from "./postgres-binary.ts";

/** An embedded PostgreSQL server, used without `DATABASE_URL`. */
export interface EmbeddedDatabase {
  readonly url: string;
  readonly pid: number;
  readonly wasRunning: boolean;
  stop(): Promise<void>;
}

interface Options {
  /** Settings for the server's command line, such as `-c shared_buffers=256MB`. */
  readonly flags?: readonly string[];
  /** A free port by default. */
  readonly port?: number;
}

const retryForMs = 30_000;

/**
 * Starts the embedded PostgreSQL of a data folder, creating the folder if needed, or returns the running one.
 *
 * @throws {Error} with one sentence when the platform is not supported or it fails to start
 */
export async function startEmbedded(
  dataDir: string,
  { flags = [], port }: Options = {},
): Promise<EmbeddedDatabase> {
  const home = path.resolve(dataDir);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const program = findPostgres();
  const identity = getOsUser(program, home);
  createCluster(program, identity, home);

  const deadline = Date.now() + retryForMs;
  for (;;) {
    const running = findRunning(home);
    if (running) return running;
    const outcome = await launch(program, identity, home, flags, port ?? (await findFreePort()));
    if (typeof outcome !== "string") return outcome;
    // After kill -9, orphaned backends hold the shared memory for a second or two.
    const isTransient = /pre-existing shared memory|lock file|could not bind|terminated by SIG/.test(outcome);
    if (!isTransient || Date.now() > deadline)
      throw new Error(`The embedded database could not start: ${outcome.trim()}`);
    await sleep(200);
  }
}

/** The running embedded PostgreSQL of a data folder, else null. */
export function findRunning(dataDir: string): EmbeddedDatabase | null {
  const home = path.resolve(dataDir);
  const lines = readPidFile(home);
  const pid = Number(lines[0]);
  if (lines[7]?.trim() !== "ready" || !isOwnProcess(pid, home)) return null;
  return createHandle(home, lines, true);
}

function createHandle(home: string, pidFile: readonly string[], wasRunning: boolean): EmbeddedDatabase {
  const [pid, port, socketFolder] = [Number(pidFile[0]), Number(pidFile[3]), pidFile[4]];
  const password = readFileSync(path.join(home, "pg-password"), "utf8").trim();
  const host = socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : "";
  return {
    url: `postgres://app:${password}@127.0.0.1:${port}/postgres${host}`,
    pid,
    wasRunning,
    async stop() {
      if (isOwnProcess(pid, home)) process.kill(pid, "SIGINT");
      while (isOwnProcess(pid, home)) await sleep(20);
    },
  };
}

function createCluster({ bin }: PostgresProgram, identity: Identity, home: string): void {
  const data = path.join(home, "pg");
  if (existsSync(data)) return;
  const passwordFile = savePassword(home, identity);
  const temporaryFolder = `${data}.new-${process.pid}`;
  const initResult = spawnSync(
    ...identity.command(bin("initdb"), [
      "-D",
      temporaryFolder,
      "-U",
      "app",
      "-A",
      "scram-sha-256",
      "--pwfile",
      passwordFile,
      "-E",
      "UTF8",
      // pg_trgm supports Arabic only with a matching LC_CTYPE.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--lc-collate=C",
      "--lc-messages=C",
      `--lc-ctype=${process.platform === "linux" ? "C.UTF-8" : "en_US.UTF-8"}`,
    ]),
    { ...identity.ids, cwd: "/", encoding: "utf8" },
  );
  if (initResult.status !== 0) {
    rmSync(temporaryFolder, { recursive: true, force: true });
    throw new Error(
      `The embedded database could not be created: ${(initResult.error?.message ?? initResult.stderr).trim()}`,
    );
  }
  try {
    renameSync(temporaryFolder, data);
  } catch {
    // Another process created it at the same time.
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
}

function savePassword(home: string, { ids }: Identity): string {
  const file = path.join(home, "pg-password");
  if (!existsSync(file)) {
    const temporaryFile = `${file}.${process.pid}`;
    writeFileSync(temporaryFile, `${randomBytes(18).toString("hex")}\n`, { mode: 0o600 });
    if (!existsSync(file)) renameSync(temporaryFile, file);
    else rmSync(temporaryFile);
  }
  chmodSync(file, 0o600);
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(file, ids.uid, ids.gid);
  return file;
}

/** @returns the running server, or its output before it exited */
async function launch(
  { bin }: PostgresProgram,
  identity: Identity,
  home: string,
  flags: readonly string[],
  port: number,
): Promise<EmbeddedDatabase | string> {
  const folder = path.join(home, "pg");
  const serverArguments = [
    "-D",
    folder,
    "-p",
    String(port),
    "-h",
    "127.0.0.1",
    "-k",
    getSocketFolder(folder),
  ];
  // Its own process group, so that Ctrl-C reaches only this process, which stops the child last.
  const child = spawn(...identity.command(bin("postgres"), [...serverArguments, ...flags]), {
    ...identity.ids,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = collectOutput(child);

  while (output.isRunning()) {
    const lines = readPidFile(home);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") {
      child.unref();
      output.stop();
      return createHandle(home, lines, false);
    }
    await sleep(20);
  }
  return output.text();
}

/** Longer paths of Unix sockets are refused, on macOS from this length on. */
const maxSocketPath = 103;

/** A query by Unix socket takes a quarter less time than by TCP; empty where there are none. */
function getSocketFolder(dataFolder: string): string {
  const isTooLong = Buffer.byteLength(path.join(dataFolder, ".s.PGSQL.65535")) > maxSocketPath;
  return process.platform === "win32" || isTooLong ? "" : dataFolder;
}

function collectOutput(child: ChildProcess) {
  let text = "";
  let isRunning = true;
  const end = (error?: Error) => {
    isRunning = false;
    if (error instanceof Error) text += error.message;
  };
  child.stderr?.on("data", (chunk) => {
    text = `${text}${chunk}`.slice(-4000);
  });
  // Its output may still arrive after its exit.
  child.on("close", (code, signal) => {
    if (signal) text += `\nterminated by ${signal}`;
    else if (text.trim() === "") text = `it exited with code ${code}`;
    end();
  });
  child.on("error", end);
  return {
    isRunning: () => isRunning,
    text: () => text,
    stop() {
      child.stderr?.removeAllListeners("data");
      child.stderr?.resume();
      (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
    },
  };
}

function readPidFile(home: string): string[] {
  try {
    return readFileSync(path.join(home, "pg", "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function isOwnProcess(pid: number, home: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== "linux") return true;
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(path.join(home, "pg"));
  } catch {
    return false;
  }
}
