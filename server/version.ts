import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

/** The version in `package.json`. */
export function getVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}
