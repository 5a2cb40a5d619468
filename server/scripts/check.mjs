// `npm run check`: the fast part of the tests, for the minute before a commit.
import { checkNode, install } from "./prepare.mjs";
import { run, runStaticChecks } from "./run-command.mjs";

checkNode();
await install();
// Side by side: the checks of the whole project leave a core idle for half their time.
const [{ failed }, unit] = await Promise.all([
  runStaticChecks(),
  run("vitest", ["run", "--reporter=dot", "shared", "client"], { quiet: true }),
]);
console.log(unit.output);
process.exit(failed || unit.code ? 1 : 0);
