import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { openSync, readFileSync } from "node:fs";
import path from "node:path";
import { bundleSource, setSourceBundle } from "#server/entry-path.ts";
import { projectRoot } from "#server/project-root.ts";
import { type SpawnedServer, wrapProcess } from "#server/testing/peers/spawned-server.ts";

export interface Program extends SpawnedServer {
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
  });
  const program = wrapProcess(child, () => readFileSync(logFile, "utf8").slice(-2_000));
  const kill = () => program.kill("SIGKILL");
  process.once("exit", kill);
  void program.ended.then(() => process.off("exit", kill));
  return {
    ...program,
    async stop(signal = "SIGTERM") {
      program.kill(signal);
      await program.ended;
    },
  };
}
