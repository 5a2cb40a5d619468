import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { writeBillOfMaterials } from "./bill-of-materials.mjs";

interface LockEntry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: true;
  /** Part of another package's archive. */
  readonly inBundle?: true;
}

const readJson = (file: string) => JSON.parse(readFileSync(path.join(projectRoot, file), "utf8"));
const lock = Object.entries<LockEntry>(readJson("package-lock.json").packages).filter(([folder]) => folder);
const toName = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

test("the settings of npm, CI, the image and the documents name the same versions of Node.js", () => {
  const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
  const recommended = read(".nvmrc").trim();
  const oldest = readJson("package.json").engines.node.replace(">=", "");

  expect(read(".github/workflows/ci.yml")).toContain(`node: ["${oldest}", "22", "${recommended}"]`);
  expect(read("server/deploy/Containerfile")).toContain(`BUILD_IMAGE=docker.io/library/node:${recommended}-`);
  expect(read("README.md")).toContain(
    `[Node.js](https://nodejs.org) ${recommended} or 22 and npm (${oldest} also`,
  );
  expect(read("shared/locales/en/health.json")).toContain(`Install Node.js ${recommended}.`);
});

test("every package comes from the registry with a checksum", () => {
  const others = lock.filter(
    ([, { integrity, resolved, inBundle }]) => !inBundle && (!integrity?.startsWith("sha512-") || resolved),
  );

  expect(others).toEqual([]);
});

test("only packages that package.json names have install scripts", () => {
  const withScripts = new Set(
    lock.flatMap(([folder, entry]) => (entry.hasInstallScript ? [toName(folder)] : [])),
  );

  expect([...withScripts].sort()).toEqual(Object.keys(readJson("package.json").allowScripts).sort());
});

test("a build lists installed and bundled packages once, with checksum and licence", async () => {
  const dist = mkdtempSync(path.join(tmpdir(), "maktaba-dist-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const packages = { "": {}, "node_modules/pg": {} };
  writeFileSync(path.join(dist, "package-lock.json"), JSON.stringify({ packages }));

  await writeBillOfMaterials(dist, [
    "server/main.ts",
    `${projectRoot}/node_modules/react/index.js`,
    "node_modules/react/cjs/react.js",
    "node_modules/@tanstack/react-query/build/modern/index.js",
  ]);

  const sbom = JSON.parse(readFileSync(path.join(dist, "sbom.cdx.json"), "utf8"));
  const version = (name: string) => lock.find(([folder]) => folder === `node_modules/${name}`)?.[1].version;
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "maktaba" } } });
  expect(sbom.components).toMatchObject([
    { purl: `pkg:npm/%40tanstack/react-query@${version("@tanstack/react-query")}` },
    { purl: `pkg:npm/pg@${version("pg")}`, licenses: [{ license: { id: "MIT" } }] },
    {
      purl: `pkg:npm/react@${version("react")}`,
      hashes: [{ alg: "SHA-512", content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    },
  ]);
  const licences = readFileSync(path.join(dist, "licences.txt"), "utf8");
  expect(licences).toMatch(/^@tanstack\/react-query .+ \(MIT\)\n\nMIT License/);
  expect(licences).toContain("Permission is hereby granted");
});
