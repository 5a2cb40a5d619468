// `npm run test:screens`: visits every screen in every role and variant. `npm test` visits a sample.
import { findBrowser } from "./find-browser.mjs";
import { checkNode, fail, install } from "./prepare.mjs";

checkNode();
await install();
const { run } = await import("./run-command.mjs");
const missing = await findBrowser();
if (missing) fail(missing);
const { code } = await run("playwright", ["test", "server/e2e/all-screens.spec.ts"], {
  env: { SCREENS: "all" },
});
process.exit(code);
