import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { projectRoot } from "#server/project-root.ts";
import { isSampled } from "./warm/sample.mjs";

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly status: string;
  /** Ids of tests: `<file>#<full name>`; without a name for the hooks of the file. */
  readonly killedBy: readonly string[];
  readonly coveredBy: readonly string[];
}

/** Mutates files, except for the mutants whose results are stored and still apply. */
export async function mutateFiles(
  files: readonly string[],
  tests: readonly string[],
  { allKillers }: { readonly allKillers: boolean },
): Promise<readonly Mutant[]> {
  // Without a stop at the first failure, every test may wait in vain.
  process.env["MUTATION_WAIT_MS"] = allKillers ? "1000" : "5000";
  process.env["MUTATION_ENVIRONMENT"] = files[0]?.startsWith("client/") ? "jsdom" : "node";
  const results = await new Stryker({
    mutate: [...files],
    testRunner: "warm-vitest",
    warmVitest: {
      tests: [...tests],
      projectRoot,
      results: path.join(projectRoot, `.cache/mutation${allKillers ? "-killers" : ""}.jsonl`),
    },
    disableBail: allKillers,
    plugins: [
      "./server/testing/mutation/warm/test-runner.mjs",
      "./server/testing/mutation/query-condition-mutator.mjs",
      "./server/testing/mutation/ignore-declarations.mjs",
    ],
    ignorers: ["declarations"],
    mutator: { excludedMutations: ["StringLiteral"] },
    ignorePatterns: [".data", ".cache", "dist", "test-results"],
    tempDirName: ".cache/stryker",
    disableTypeChecks: false,
    coverageAnalysis: "perTest",
    concurrency: 1,
    timeoutMS: 20_000,
    reporters: ["progress-append-only"],
    allowEmpty: true,
  } as ConstructorParameters<typeof Stryker>[0]).runMutationTest();
  const mutants = results.map((result) => {
    const { fileName, location, mutatorName, replacement, status, killedBy = [], coveredBy = [] } = result;
    const { start, end } = location;
    const file = path.relative(projectRoot, fileName);
    const source = readFileSync(path.join(projectRoot, file), "utf8").split("\n");
    return {
      file,
      line: start.line,
      mutator: mutatorName,
      original: cut(source, start, end),
      replacement: replacement ?? "",
      status,
      killedBy,
      coveredBy,
    };
  });
  return mutants.filter((mutant) => mutant.status !== "NoCoverage" || isSampled(toHash(mutant)));
}

const toHash = ({ killedBy: _killers, coveredBy: _tests, ...mutant }: Mutant) =>
  createHash("sha256").update(JSON.stringify(mutant)).digest("hex");

type Point = { readonly line: number; readonly column: number };

/** Lines and columns count from 1. */
function cut(source: readonly string[], start: Point, end: Point): string {
  const lines = source.slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? "";
  lines[0] = lines[0]?.slice(start.column - 1) ?? "";
  return lines.join("\n");
}
