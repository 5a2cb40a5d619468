// `npm run test:statements`: records what all tests of the server send, and fails when a statement that touches more than one
// reader's rows has no reason.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkNode, install } from "./prepare.mjs";

checkNode();
await install();
const { run } = await import("./run-command.mjs");
const folder = mkdtempSync(path.join(tmpdir(), "maktaba-statements-"));
const recording = await run("vitest", ["run", "server"], { env: { RECORD_STATEMENTS: folder } });
const audit = await run("vitest", ["run", "server/testing/sharding"], {
  env: { RECORDED_STATEMENTS: folder },
});
rmSync(folder, { recursive: true });
process.exit(recording.code || audit.code);
