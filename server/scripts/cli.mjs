// `npm run cli -- <command>`: from the build where it is of these sources, else from the sources themselves.
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
