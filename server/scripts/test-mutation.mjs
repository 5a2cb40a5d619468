// `npm run test:mutation [-- area …]`: puts faults into the code and counts those that tests notice.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { checkNode, install, root } from "./prepare.mjs";

checkNode();
await install();
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", path.join(root, "server", "testing", "mutation", "run.ts"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exit(status ?? 1);
