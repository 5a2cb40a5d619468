import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#server/db/find-free-port.ts";

/**
 * Starts the built server, rebuilt if sources changed, on a free port with temporary data. Specs read
 * `E2E_ORIGIN`. `E2E_AS_BUILT=on` skips the build.
 */
// biome-ignore lint/style/noDefaultExport: Playwright requires it.
export default async function startServer(): Promise<() => Promise<void>> {
  if (!process.env["E2E_AS_BUILT"]) buildIfChanged();
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-e2e-"));
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  Object.assign(process.env, {
    E2E_ORIGIN: origin,
    E2E_DATA_DIR: dataDir,
    SESSION_SECRET: randomBytes(24).toString("hex"),
  });
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_ORIGIN: "",
      DATABASE_URL: "",
      DEMO: "off",
      RATE_LIMIT_FACTOR: "100000",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitUntilOpen(server);

  return async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  };
}

function buildIfChanged(): void {
  const { status } = spawnSync(process.execPath, ["server/scripts/build-if-changed.mjs"], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("The build failed: see above.");
}

/** The server prints one line, when it is ready. */
async function waitUntilOpen(server: ChildProcess): Promise<void> {
  const { stdout } = server;
  if (!stdout) throw new Error("The server has no output.");
  const ended = once(server, "exit").then(([code]) => {
    throw new Error(`The server ended with code ${code}: see above.`);
  });
  await Promise.race([once(stdout, "data"), ended]);
  stdout.resume();
}
