// `npm run test:mutation [-- area …]`: puts faults into the code and counts those that tests notice.
import { checkNode, install, runProgram } from "./prepare.mjs";

checkNode();
await install();
await runProgram("testing/mutation/run.ts", process.argv.slice(2));
