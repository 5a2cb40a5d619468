import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#server/db/find-free-port.ts";
import { projectRoot } from "#server/project-root.ts";
import { startBuiltServer } from "./start-server.ts";

/**
 * Starts the built server, rebuilt if sources changed, on a free port with temporary data. Specs read
 * `E2E_ORIGIN`. `E2E_AS_BUILT=on` skips the build, `E2E_KEEP_DATA=on` keeps the data and prints its folder.
 */
// biome-ignore lint/style/noDefaultExport: Playwright requires it.
export default async function startServer(): Promise<() => Promise<void>> {
  if (!process.env["E2E_AS_BUILT"]) buildIfChanged();
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-e2e-"));
  const port = await findFreePort();
  Object.assign(process.env, {
    E2E_ORIGIN: `http://localhost:${port}`,
    E2E_DATA_DIR: dataDir,
    SESSION_SECRET: randomBytes(24).toString("hex"),
  });
  const stop = await startBuiltServer(projectRoot, { PORT: String(port), DATA_DIR: dataDir });

  return async () => {
    await stop();
    if (process.env["E2E_KEEP_DATA"]) process.stdout.write(`Data: ${dataDir}\n`);
    else rmSync(dataDir, { recursive: true, force: true });
  };
}

function buildIfChanged(): void {
  const { status } = spawnSync(process.execPath, ["server/scripts/build-if-changed.mjs"], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("The build failed: see above.");
}
