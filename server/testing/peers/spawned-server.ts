import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { getEntryPath } from "#server/entry-path.ts";

export interface SpawnedServer {
  readonly pid: number;
  readonly origin: Promise<string>;
  /** The first match in its stdout. */
  waitFor(pattern: RegExp): Promise<string>;
  /** The exit code, or null after a signal; and all it wrote to stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts the server with only these settings. */
export function spawnServer(
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): SpawnedServer {
  return wrapProcess(
    spawn(process.execPath, [getEntryPath("main"), ...args], {
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

/**
 * Starts a command of `npm run cli` with only these settings.
 *
 * @param pipe a shell command that reads its output
 */
export function spawnCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  pipe?: string,
): {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; output: string }>;
} {
  const command = [process.execPath, getEntryPath("cli"), ...args];
  const [program = "", ...rest] = pipe ? ["sh", "-c", `"$@" | ${pipe}`, "sh", ...command] : command;
  const child = spawn(program, rest, {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const getOutput = collectOutput(child, "stdout", "stderr");
  return { child, ended: once(child, "close").then(([code]) => ({ code, output: getOutput() })) };
}

/** Starts one of the `*-child-process.ts` scripts, which are bundled with the server. Its stdout is piped. */
export function spawnScript(
  name: string,
  args: readonly string[],
): ChildProcessByStdio<null, Readable, null> {
  const program = path.join(path.dirname(getEntryPath("main")), `${name}.js`);
  return spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}

/** @param getErrors reads its stderr when that is not piped */
export function wrapProcess(child: ChildProcess, getErrors = collectOutput(child, "stderr")): SpawnedServer {
  const getOutput = collectOutput(child, "stdout");
  const ended = once(child, "close").then(([code]) => ({ code, output: getErrors() }));
  const waitFor = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const find = () => {
        const match = pattern.exec(getOutput());
        if (match) resolve(match[0]);
      };
      child.stdout?.on("data", find);
      find();
      void ended.then((end) => reject(new Error(`The process ended with ${end.code}: ${end.output}`)));
    });
  const origin = waitFor(/https?:\/\/\S+/);
  origin.catch(() => {});
  return { pid: child.pid ?? 0, origin, waitFor, ended, kill: (signal) => void child.kill(signal) };
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
