// Writes server/testing/releases/<version>.json.gz: the database that the end-to-end tests of this version fill.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { bundleServer } from "./bundle-server.mjs";
import { root } from "./prepare.mjs";
import { run } from "./run-command.mjs";

const folder = path.join(root, ".cache", `release-${process.pid}`);
mkdirSync(folder, { recursive: true });
try {
  const tests = await run("playwright", ["test"], { env: { E2E_KEEP_DATA: "on" }, quiet: true });
  const dataDir = /^Data: (.+)$/m.exec(tests.output)?.[1];
  if (tests.code !== 0 || !dataDir) throw new Error(`The end-to-end tests failed.\n${tests.output}`);
  await bundleServer(folder, [path.join(root, "server/testing/releases/dump-release.ts")]);
  const dump = await run("node", [path.join(folder, "dump-release.js"), dataDir]);
  if (dump.code !== 0) throw new Error("The database could not be written.");
  rmSync(dataDir, { recursive: true });
} finally {
  rmSync(folder, { recursive: true });
}
