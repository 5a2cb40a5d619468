import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "#server/settings.ts";
import { openStorageDrivers } from "#server/storage/drivers.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** @param expectsFiles whether the database names files on the disk; false when that is unknown */
export async function checkStorage(settings: Settings, expectsFiles: boolean): Promise<Finding> {
  // With `true`, an empty folder is not marked as one with files.
  const { drivers, close } = await openStorageDrivers(settings, async () => true);
  try {
    if (drivers.s3 && !(await drivers.s3.check())) return problem("storage-bucket");
    const files = await readdir(path.join(settings.dataDir, "media")).catch(() => []);
    if (files.length === 0 && !expectsFiles) return ok("storage-new");
    return files.length > 0 && (await drivers.disk.check()) ? ok("storage") : problem("storage-folder");
  } finally {
    close();
  }
}
