import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { createServices } from "#server/create-services.ts";
import { acquireDatabase } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { bundleSource } from "#server/entry-path.ts";
import { parseEnvironment } from "#server/env.ts";
import { openLog } from "#server/log.ts";
import { projectRoot } from "#server/project-root.ts";
import { toSettings } from "#server/settings.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import type { Bench, BenchServer } from "./section.ts";

export interface OpenBench extends Bench {
  close(): Promise<void>;
}

/** `dataDir` keeps the data for the next bench. */
export async function openBench(storedDataDir: string | undefined): Promise<OpenBench> {
  const dataDir = storedDataDir
    ? path.resolve(storedDataDir)
    : mkdtempSync(path.join(tmpdir(), "maktaba-bench-"));
  const env = parseEnvironment({
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT_FACTOR: "100000",
  });
  const database = await acquireDatabase(env, dataDir, { stopsExisting: true });
  await migrate(database.url).catch(async (error) => {
    await database.release();
    throw error;
  });
  const settings = toSettings(env);
  const { services, close } = await createServices(settings, database.url, openLog("error", dataDir));
  const running = new Set<BenchServer>();

  return {
    services,
    databaseUrl: database.url,
    dataDir,
    async startServer(extra = {}, parts = ["web"]) {
      const args = parts.length === 1 ? ["--only", ...parts] : [];
      const server = await start(getBundle("server/main.ts"), args, {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        PORT: "0",
        HOST: "127.0.0.1",
        RATE_LIMIT_FACTOR: "100000",
        LOG_LEVEL: "info",
        ...extra,
      });
      running.add(server);
      return server;
    },
    async signIn() {
      return createSessionCookie(services, await createFactories(services).user());
    },
    async close() {
      for (const server of running) await server.stop();
      await close();
      await database.release();
      if (!storedDataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const bundles = new Map<string, string>();

/** Bundles a program as the build does. */
export function getBundle(entry: string): string {
  const existing = bundles.get(entry);
  if (existing) return existing;
  const folder = bundleSource(path.join(projectRoot, entry));
  const file = path.join(folder, `${path.basename(entry, ".ts")}.js`);
  bundles.set(entry, file);
  return file;
}

export function launch(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const logFile = path.join(env["DATA_DIR"] ?? tmpdir(), `bench-${randomUUID()}.log`);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: projectRoot,
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", openSync(logFile, "a")],
  }) as ChildProcessByStdio<null, Readable, null>;
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = new Promise<string>((resolve) => {
    child.once("exit", () => resolve(readFileSync(logFile, "utf8").slice(-2_000)));
  });
  return { child, stdout: child.stdout, ended };
}

/** Starts a program that prints its URL when it is ready. */
async function start(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<BenchServer> {
  const { stdout, ended, child } = launch(file, args, env);
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let output = "";
    stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (url) resolve(url);
    });
    void ended.then((log) => reject(new Error(`${path.basename(file)} ended at once: ${log}`)));
  });
  return {
    baseUrl,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
