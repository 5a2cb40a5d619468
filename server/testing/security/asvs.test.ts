import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const rows = read(".github/SECURITY-ASVS.md")
  .split("\n")
  .filter((line) => /^\| [ST]?\d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const checks = read("server/scripts/security.mjs");

/** Evidence such as `file` "text in it", or the name of a check of `npm run security`. */
function listProblems(evidence: string): string[] {
  return evidence.split(/; (?=`|security: )/).flatMap((item) => {
    const check = /^security: ([\w-]+)$/.exec(item)?.[1];
    if (check) return checks.includes(check) ? [] : [`no check ${check}`];
    const [, file = "", quoted = ""] = /^`([^`]+)` "(.+)"$/.exec(item) ?? [];
    if (!file || !existsSync(path.join(projectRoot, file))) return [`no file: ${item}`];
    return read(file).includes(quoted.replaceAll('\\"', '"')) ? [] : [`not in ${file}: ${quoted}`];
  });
}

describe("the list of security checks", () => {
  test("has all checks, settings and threats once", () => {
    const numbers = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`);

    expect(rows.map((cells) => cells[1])).toEqual([
      ...numbers("", 64),
      ...numbers("S", 6),
      ...numbers("T", 20),
    ]);
  });

  test.each(rows.map((cells) => [cells[1], cells] as const))("row %s names what exists", (_number, cells) => {
    const state = cells.find((cell) => /^(met|partly|not met|not applicable)$/.test(cell));
    const evidence = cells.at(-2) ?? "";

    expect(state).toBeDefined();
    expect(evidence === "" ? [] : listProblems(evidence)).toEqual([]);
    expect(evidence !== "" || state === "not met").toBe(true);
  });
});
