// `npm run check`: the fast part of the tests, for the minute before a commit.
import { checkNode, install } from "./prepare.mjs";
import { run, runStaticChecks } from "./run-command.mjs";

checkNode();
await install();
// In parallel: the static checks leave one core idle half of the time.
const [{ failed }, unit] = await Promise.all([
  runStaticChecks(),
  run(
    "vitest",
    ["run", "--reporter=dot", "--project=unit", "--project=client", "--exclude=**/*.slow.test.*"],
    { quiet: true },
  ),
]);
console.log(unit.output);
process.exit(failed || unit.code ? 1 : 0);
