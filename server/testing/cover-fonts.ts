import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#server/project-root.ts";

/**
 * Fontconfig caches font paths per process, so the folder is not deleted after a test.
 */
export const coverFontFolder = path.join(projectRoot, ".cache", "fonts");

/** Makes the data folder of a test use the shared fonts. */
export function linkCoverFonts(dataDir: string): void {
  mkdirSync(coverFontFolder, { recursive: true });
  mkdirSync(path.join(dataDir, "cache"), { recursive: true });
  symlinkSync(coverFontFolder, path.join(dataDir, "cache", "fonts"));
}
