// `npm run cli -- <command>`: uses the build if it matches the sources, else the sources.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { checkNode, install, isBuilt, readEnvFile, root } from "./prepare.mjs";

checkNode();
readEnvFile();
await install();
process.env.NODE_ENV ||= "production";
if (isBuilt()) {
  await import(pathToFileURL(path.join(root, "dist", "server", "cli.js")).href);
} else {
  const { register } = await import("tsx/esm/api");
  register();
  await import(pathToFileURL(path.join(root, "server", "cli.ts")).href);
}
