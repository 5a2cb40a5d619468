// Bundles the server and its workers. Usage: `node server/scripts/bundle-server.mjs <folder> [script …]`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./prepare.mjs";

/**
 * Development dependencies that the server needs, bundled because loading their many small modules would take a
 * third of each start.
 */
const bundledPackages = [
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace-base",
  "@tus/file-store",
  "@tus/server",
  "adhan",
  "altcha-lib",
  "css-tree",
  "drizzle-orm",
  "entities",
  "htmlparser2",
  "markdown-it",
  "music-metadata",
  "prom-client",
  "stripe",
  "zod",
];

const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const externalPackages = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !bundledPackages.includes(name),
);

const source = (file) => path.join(root, "server", file);

/**
 * @param folder anywhere in the project, whose other packages are not bundled
 * @param scripts other entry points, for tests
 */
export function bundleServer(folder, scripts = []) {
  return build({
    entryPoints: {
      // Found by server/entry-path.ts.
      main: source("main.ts"),
      cli: source("cli.ts"),
      "epub-worker": source("epub/epub-worker.ts"),
      "align-thread": source("align/worker/align-thread.ts"),
      "load-cities": source("features/cities/load-cities.ts"),
      ...Object.fromEntries(scripts.map((script) => [path.basename(script, ".ts"), script])),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    external: externalPackages,
    // Bundled CommonJS modules load Node's own modules by `require`.
    banner: { js: 'const require = process.getBuiltinModule("module").createRequire(import.meta.url);' },
    sourcemap: true,
    metafile: true,
    logLevel: "warning",
  });
}

if (process.argv[1] === import.meta.filename) {
  await bundleServer(path.resolve(process.argv[2]), process.argv.slice(3));
}
