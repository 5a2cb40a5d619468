import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error("The server is not inside the project folder.");
  return findRoot(parent);
}
