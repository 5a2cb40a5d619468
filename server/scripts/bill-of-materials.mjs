// Lists the packages of a build: as CycloneDX for scanners, and with their licences for people.

import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./prepare.mjs";

/**
 * Writes `sbom.cdx.json` and `licences.txt`.
 *
 * @param dist the folder of the build, whose lock file names the packages that `npm ci` installs
 * @param bundledFiles files of which some are in `node_modules`
 */
export async function writeBillOfMaterials(dist, bundledFiles) {
  const lock = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(await readFile(path.join(dist, "package-lock.json"), "utf8")).packages;
  const folders = new Set([
    ...Object.keys(installed).filter(Boolean),
    ...bundledFiles.flatMap(getPackageFolder),
  ]);
  const packages = [...folders].sort().map((folder) => toPackage(folder, lock[folder]));
  await writeFile(
    path.join(dist, "sbom.cdx.json"),
    `${JSON.stringify(createSbom(lock[""], packages), null, 1)}\n`,
  );
  await writeFile(path.join(dist, "licences.txt"), await createLicenceList(packages));
}

/** `/project/node_modules/a/node_modules/b/c.js` → `node_modules/a/node_modules/b`, as in the lock file. */
const getPackageFolder = (file) =>
  /(?:^|\/)((?:node_modules\/(?:@[^/]+\/)?[^/]+\/)*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [];

function toPackage(folder, entry) {
  if (!entry) throw new Error(`${folder} is not in package-lock.json.`);
  const name = entry.name ?? folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  return { folder, name, ...entry };
}

function createSbom({ name, version }, packages) {
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": `${name}@${version}`, name, version } },
    components: packages.map(toComponent),
  };
}

function toComponent({ folder, name, version, license, integrity, optional }) {
  const [algorithm, digest] = integrity.split(" ")[0].split("-");
  return {
    type: "library",
    "bom-ref": folder,
    name,
    version,
    scope: optional ? "optional" : "required",
    hashes: [
      { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") },
    ],
    ...(license && {
      licenses: [/ (OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
  };
}

async function createLicenceList(packages) {
  const entries = packages.map(async ({ folder, name, version, license = "see its text" }) => {
    const text = await readLicence(path.join(root, folder));
    return `${name} ${version} (${license})\n${text ? `\n${text.trim()}\n` : ""}`;
  });
  return (await Promise.all(entries)).join(`\n${"-".repeat(80)}\n\n`);
}

/** Empty where the package has none, or is for another system and not installed. */
async function readLicence(folder) {
  const names = await readdir(folder).catch(() => []);
  const file = names.find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFile(path.join(folder, file), "utf8") : "";
}
