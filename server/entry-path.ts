import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "./project-root.ts";

/** The entry points of `server/scripts/bundle-server.mjs`. */
type EntryPoint = "main" | "cli" | "epub-worker" | "align-thread" | "load-cities";

let sourceBundle: string | null = null;

/** Uses a bundle of the TypeScript files that another process made. */
export function setSourceBundle(folder: string): void {
  sourceBundle = folder;
}

/**
 * The file of an entry point, for a child process or a worker thread. When the server runs from its TypeScript
 * files, they are bundled once per process.
 */
export function getEntryPath(name: EntryPoint): string {
  if (!import.meta.url.endsWith(".ts")) return fileURLToPath(new URL(`./${name}.js`, import.meta.url));
  sourceBundle ??= bundleSource();
  return path.join(sourceBundle, `${name}.js`);
}

/**
 * Bundles the server for this process.
 *
 * @param scripts other entry points, bundled with their file names
 * @returns the folder, which is deleted when the process exits
 */
export function bundleSource(...scripts: readonly string[]): string {
  const cache = path.join(projectRoot, ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "server-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const bundler = path.join(projectRoot, "server", "scripts", "bundle-server.mjs");
  const args = [bundler, folder, ...scripts];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The server could not be bundled: ${stderr}`);
  return folder;
}
