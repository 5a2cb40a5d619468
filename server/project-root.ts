import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The folder with `package.json`: the repository, or its build, which has the files it reads in the same folders. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

const isRepository = existsSync(path.join(projectRoot, "server", "main.ts"));

/** The built client. */
export const clientFolder = path.join(projectRoot, isRepository ? "dist/client" : "client");

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder)
    throw new Error("package.json is missing: it belongs in the folder that contains server/main.js.");
  return findRoot(parent);
}
