// `npm run test:walk`: every screen as everyone who may see it, in every way. `npm test` takes the short way round.
import { findBrowser } from "./find-browser.mjs";
import { checkNode, fail, install } from "./prepare.mjs";

checkNode();
await install();
const { run } = await import("./run-command.mjs");
const missing = await findBrowser();
if (missing) fail(missing);
const { code } = await run("playwright", ["test", "server/e2e/all-screens.spec.ts"], {
  env: { WALK: "whole" },
});
process.exit(code);
