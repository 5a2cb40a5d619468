// What the bundled server reads besides its own code, in the folders of the project.

import { cp, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import path from "node:path";
import { root } from "./prepare.mjs";

const folders = ["server/db/migrations", "server/db/functions", "server/demo/library"];
const coverFonts = [
  "amiri/files/amiri-arabic-700-normal",
  "amiri/files/amiri-latin-700-normal",
  "fraunces/files/fraunces-latin-600-normal",
  "fraunces/files/fraunces-latin-ext-600-normal",
];

/** @param draft the bundled server */
export async function copyServerFiles(draft) {
  const copies = folders.map((folder) => [path.join(root, folder), path.relative("server", folder)]);
  const fonts = coverFonts.map((name) => [
    path.join(root, "node_modules", "@fontsource", `${name}.woff`),
    path.join("fonts", `${path.basename(name)}.woff`),
  ]);
  await Promise.all(
    [...copies, ...fonts].map(([from, to]) => cp(from, path.join(draft, to), { recursive: true })),
  );
}

/** Texts, and the packages that `npm ci` installs beside the build. */
export async function copySharedFiles(draft, dist) {
  await cp(path.join(root, "shared", "locales"), path.join(draft, "locales"), {
    recursive: true,
    filter: (file) => !/\.tsx?$/.test(file),
  });
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
