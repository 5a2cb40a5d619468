import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

export interface SpawnedServer {
  readonly pid: number;
  readonly origin: Promise<string>;
  /** The exit code, or null after a signal; and all it wrote to stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  kill(signal: NodeJS.Signals): void;
}

const bundler = path.join(projectRoot, "server", "scripts", "bundle-server.mjs");

let program: Promise<string> | null = null;

/** Builds `main` or `cli` once per test file. */
function buildProgram(name: "main" | "cli"): Promise<string> {
  program ??= (async () => {
    const cache = path.join(projectRoot, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    const outdir = mkdtempSync(path.join(cache, "spawned-"));
    process.once("exit", () => rmSync(outdir, { recursive: true, force: true }));
    const { status, stderr } = spawnSync(process.execPath, [bundler, outdir], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return outdir;
  })();
  return program.then((folder) => path.join(folder, `${name}.js`));
}

/** Starts the server with only these settings. */
export async function spawnServer(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<SpawnedServer> {
  return watch(
    spawn(process.execPath, [await buildProgram("main"), ...args], {
      cwd: tmpdir(),
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        LOG_LEVEL: "error",
        DEMO: "off",
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
}

/** Starts a command of `npm run cli` with only these settings. */
export async function spawnCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; output: string }>;
}> {
  const child = spawn(process.execPath, [await buildProgram("cli"), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const getOutput = collectOutput(child, "stdout", "stderr");
  return { child, ended: once(child, "close").then(([code]) => ({ code, output: getOutput() })) };
}

function watch(child: ChildProcess): SpawnedServer {
  const getErrors = collectOutput(child, "stderr");
  const getOutput = collectOutput(child, "stdout");
  const ended = once(child, "close").then(([code]) => ({ code, output: getErrors() }));
  const origin = new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const match = /https?:\/\/\S+/.exec(getOutput());
      if (match) resolve(match[0]);
    });
    void ended.then((end) => reject(new Error(`The server ended with ${end.code}: ${end.output}`)));
  });
  origin.catch(() => {});
  return { pid: child.pid ?? 0, origin, ended, kill: (signal) => void child.kill(signal) };
}

function collectOutput(child: ChildProcess, ...streams: ("stdout" | "stderr")[]): () => string {
  let text = "";
  for (const stream of streams) {
    child[stream]?.on("data", (chunk) => {
      text += chunk;
    });
  }
  return () => text;
}
