import { readdirSync } from "node:fs";
import path from "node:path";

/** TypeScript that declares the keys of all English message files: the content of `messages.ts`. */
export function renderMessageTypes(): string {
  return [
    "// Generated from the file names by `message-types.ts`: by the build, and by `vitest -u shared/locales`.",
    renderInterface("Messages", "en"),
    renderInterface("ServerMessages", "en/server"),
    "",
  ].join("\n");
}

function renderInterface(name: string, folder: string): string {
  const lines = readdirSync(path.join(import.meta.dirname, folder))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => `  ${path.basename(file, ".json")}: typeof import("./${folder}/${file}");`);
  return ["", `export interface ${name} {`, ...lines, "}"].join("\n");
}
