// Bundles the server and its workers. Usage: `node server/scripts/bundle-server.mjs <folder> [script]`.
import path from "node:path";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

const source = (file) => path.join(root, "server", file);

/**
 * @param folder anywhere in the project, whose packages are not bundled
 * @param script another entry point, for tests
 */
export function bundleServer(folder, script) {
  return build({
    entryPoints: {
      // Found by server/entry-path.ts.
      main: source("main.ts"),
      cli: source("cli.ts"),
      "epub-worker": source("epub/epub-worker.ts"),
      "align-thread": source("align/worker/align-thread.ts"),
      "load-cities": source("features/cities/load-cities.ts"),
      ...(script && { [path.basename(script, ".ts")]: script }),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}

if (process.argv[1] === import.meta.filename) {
  await bundleServer(path.resolve(process.argv[2]), process.argv[3]);
}
