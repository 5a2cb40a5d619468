// `npm start`: on a clean clone with nothing but Node and npm; installs and builds only what is missing.
import { createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, checkNode, fail, install, readEnvFile, root } from "./prepare.mjs";

checkNode();
readEnvFile();
await checkPort(process.env.HOST || "127.0.0.1", Number(process.env.PORT || 5000));
await install();
await build();
process.env.NODE_ENV ||= "production";
await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);

/** Checked before the long installation; the server checks everything again. */
function checkPort(host, port) {
  return new Promise((resolve) => {
    if (!(port > 0 && port < 65536)) return resolve();
    const probe = createServer()
      .once("listening", () => probe.close(resolve))
      .once("error", ({ code }) => {
        if (code === "EADDRINUSE")
          fail(`Port ${port} of ${host} is in use: stop the program that uses it, or set PORT.`);
        resolve();
      })
      .listen(port, host);
  });
}
