import { existsSync } from "node:fs";
import path from "node:path";
import type { Settings } from "#server/settings.ts";
import { openStorageDrivers } from "#server/storage/drivers.ts";
import { type Finding, ok, problem } from "./finding.ts";

export async function checkStorage(settings: Settings): Promise<Finding> {
  const { drivers, close } = await openStorageDrivers(settings, async () => true);
  try {
    const isNew = !existsSync(path.join(settings.dataDir, "media"));
    if (drivers.s3 && !(await drivers.s3.check())) return problem("storage-bucket");
    if (isNew) return ok("storage-new");
    return (await drivers.disk.check()) ? ok("storage") : problem("storage-folder");
  } finally {
    close();
  }
}
