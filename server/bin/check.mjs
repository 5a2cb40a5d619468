// `npm run check`: the fast part of the tests, for the minute before a commit.
import { checkNode, install } from "./prepare.mjs";
import { run, runStaticChecks } from "./run-step.mjs";

checkNode();
await install();
const { failed } = await runStaticChecks();
const unit = await run("vitest", ["run", "--reporter=dot", "shared", "client"]);
process.exit(failed || unit.code ? 1 : 0);
