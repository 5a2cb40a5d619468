// What the bundled server reads besides its own code, in the folders of the project.

import { cp, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { root } from "./prepare.mjs";

const folders = ["server/db/migrations", "server/db/functions", "server/demo/library"];

/** @param draft the bundled server */
export async function copyServerFiles(draft) {
  await Promise.all(
    folders.map((folder) =>
      cp(path.join(root, folder), path.join(draft, path.relative("server", folder)), { recursive: true }),
    ),
  );
}

/** @param draft the built counterpart of `shared` */
export const copyLocales = (draft) =>
  cp(path.join(root, "shared", "locales"), path.join(draft, "locales"), {
    recursive: true,
    filter: (file) => !/\.tsx?$/.test(file),
  });

/** Writes what `npm ci` reads beside the build. */
export async function writePackageFiles(dist) {
  const manifest = createManifest(await readJson("package.json"));
  await writeJson(path.join(dist, "package.json"), manifest);
  await writeJson(
    path.join(dist, "package-lock.json"),
    createLock(await readJson("package-lock.json"), manifest),
  );
}

function createManifest({
  name,
  version,
  description,
  license,
  engines,
  allowScripts,
  dependencies,
  optionalDependencies,
}) {
  return {
    name,
    version,
    private: true,
    type: "module",
    description,
    license,
    engines,
    allowScripts,
    scripts: {
      start: "node server/main.js",
      cli: "node server/cli.js",
    },
    dependencies,
    optionalDependencies,
  };
}

/** The lock file without development dependencies, and without peers that only they install. */
function createLock(
  { packages, ...lock },
  { name, version, license, engines, dependencies, optionalDependencies },
) {
  const needed = Object.entries(packages).filter(
    ([file, { dev, devOptional }]) => file && !dev && !devOptional,
  );
  const main = { name, version, license, dependencies, optionalDependencies, engines };
  return { ...lock, packages: { "": main, ...Object.fromEntries(needed) } };
}

/** @throws {Error} when the bundle loads a package that `npm ci --omit=dev` does not install */
export async function rejectMissingDependencies({ outputs }) {
  const { dependencies } = await readJson("package.json");
  const imported = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external),
  );
  const packages = new Set(imported.map(({ path: name }) => name.match(/^(?:@[^/]+\/)?[^/]+/)[0]));
  const missing = [...packages].filter((name) => !(name in dependencies) && !isBuiltin(name));
  if (missing.length > 0)
    throw new Error(`The server needs ${missing.join(", ")}: list them under dependencies.`);
}

const readJson = async (name) => JSON.parse(await readFile(path.join(root, name), "utf8"));
const writeJson = (file, value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
