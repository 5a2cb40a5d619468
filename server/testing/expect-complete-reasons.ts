import { readFileSync } from "node:fs";
import path from "node:path";
import { CallError } from "#shared/api/http-client.ts";
import { projectRoot } from "#server/project-root.ts";

// An import would be compiled.
const texts = JSON.parse(
  readFileSync(path.join(projectRoot, "shared/locales/en/reason.json"), "utf8"),
) as Readonly<Record<string, string>>;

/** @throws {Error} when a refusal lacks a parameter of the text of one of its reasons */
export function expectCompleteReasons(error: unknown): void {
  const problem = error instanceof CallError ? error.problem : undefined;
  for (const reason of [problem?.reason, ...Object.values(problem?.fields ?? {})]) {
    if (!reason) continue;
    const text = texts[`reason.${reason.code}`] ?? "";
    const missing = listParameters(text).filter((name) => reason[name] === undefined);
    if (missing.length > 0) throw new Error(`The reason ${reason.code} lacks ${missing.join(", ")}.`);
  }
}

/** The names behind the outermost opening braces. */
function listParameters(text: string): string[] {
  let depth = 0;
  return text.split(/(?=[{}])/).flatMap((part) => {
    if (part.startsWith("}")) depth--;
    return part.startsWith("{") && depth++ === 0 ? [/^\{(\w+)/.exec(part)?.[1] ?? ""] : [];
  });
}
