import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { bundleSource, setSourceBundle } from "#server/entry-path.ts";
import { projectRoot } from "#server/project-root.ts";

export interface Program {
  readonly pid: number;
  /** The end of its log, when it has ended. */
  readonly ended: Promise<string>;
  /** What its output first matches. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Nothing happens when it has ended. */
  signal(signal: NodeJS.Signals): void;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const peers = ["raw-server", "uncached-server", "s3-server"] as const;

let bundle: string | undefined;

/** The server or a peer, bundled as the build does. */
export function getProgram(name: "main" | (typeof peers)[number]): string {
  bundle ??= bundleSource(...peers.map((peer) => path.join(projectRoot, `server/bench/raw/${peer}.ts`)));
  setSourceBundle(bundle);
  return path.join(bundle, `${name}.js`);
}

/** Starts a program with only these variables, and a log in the data folder. */
export function launch(
  command: string,
  args: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Program {
  const logFile = path.join(dataDir, `bench-${randomUUID()}.log`);
  const child = spawn(command, args, {
    cwd: projectRoot,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", openSync(logFile, "a")],
  }) as ChildProcessByStdio<null, Readable, null>;
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const ended = once(child, "close").then(() => {
    process.off("exit", kill);
    return readFileSync(logFile, "utf8").slice(-2_000);
  });
  return {
    pid: child.pid ?? 0,
    ended,
    async waitFor(pattern) {
      for (;;) {
        const [match] = pattern.exec(output) ?? [];
        if (match !== undefined) return match;
        const log = await Promise.race([once(child.stdout, "data").then(() => null), ended]);
        if (log !== null) throw new Error(`${command} ${args[0]} ended: ${log}`);
      }
    },
    signal: (signal) => void child.kill(signal),
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}
