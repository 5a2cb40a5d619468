import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { projectRoot } from "#server/project-root.ts";

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly status: string;
}

const cacheFolder = path.join(projectRoot, ".cache", "mutation");

/** Mutates one file, or returns the stored result of the same file and tests. */
export async function mutateFile(file: string, tests: readonly string[]): Promise<readonly Mutant[]> {
  const stored = path.join(cacheFolder, `${hashFiles([file, ...tests])}.json`);
  const known = readStored(stored);
  if (known) return known;
  const mutants = await runStryker(file, tests);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(stored, JSON.stringify(mutants));
  return mutants;
}

async function runStryker(file: string, tests: readonly string[]): Promise<readonly Mutant[]> {
  const source = readFileSync(path.join(projectRoot, file), "utf8").split("\n");
  const results = await new Stryker({
    mutate: [file],
    testFiles: [...tests],
    testRunner: "vitest",
    vitest: { configFile: "server/testing/mutation/vitest.config.ts", related: false },
    plugins: ["@stryker-mutator/vitest-runner", "./server/testing/mutation/query-condition-mutator.mjs"],
    mutator: { excludedMutations: ["StringLiteral"] },
    ignorePatterns: [".data", ".cache", "dist", "test-results"],
    tempDirName: ".cache/stryker",
    disableTypeChecks: false,
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: 30_000,
    reporters: ["progress-append-only"],
    allowEmpty: true,
  }).runMutationTest();
  return results.map(({ location: { start, end }, mutatorName, replacement, status }) => ({
    file,
    line: start.line + 1,
    mutator: mutatorName,
    original: cut(source, start, end),
    replacement: replacement ?? "",
    status,
  }));
}

type Point = { readonly line: number; readonly column: number };

function cut(source: readonly string[], start: Point, end: Point): string {
  const lines = source.slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column) ?? "";
  lines[0] = lines[0]?.slice(start.column) ?? "";
  return lines.join("\n");
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(path.join(projectRoot, file)));
  return hash.digest("hex").slice(0, 24);
}

function readStored(file: string): readonly Mutant[] | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as readonly Mutant[];
  } catch {
    return null;
  }
}
