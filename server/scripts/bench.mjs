// `npm run bench [-- section …] [--json] [--quick]` and `npm run faults`: run in temporary data folders.
import { checkNode, install, runProgram } from "./prepare.mjs";

checkNode();
await install();
await runProgram("bench/run.ts", process.argv.slice(2));
