import path from "node:path";
import type { Settings } from "#server/settings.ts";
import { LocalStorage } from "./local.ts";
import type { StorageDrivers } from "./switchable.ts";

/** Opens the configured drivers. The S3 client is loaded only when it is configured. */
export async function openStorageDrivers(
  { dataDir, s3: settings }: Pick<Settings, "dataDir" | "s3">,
  expectsFiles?: () => Promise<boolean>,
): Promise<{ readonly drivers: StorageDrivers; close(): void }> {
  const disk = new LocalStorage(path.join(dataDir, "media"), expectsFiles && { expectsFiles });
  if (!settings) return { drivers: { disk, s3: null }, close() {} };
  const { S3Storage } = await import("./s3.ts");
  const s3 = new S3Storage(settings, path.join(dataDir, "cache", "s3"));
  return { drivers: { disk, s3 }, close: () => s3.close() };
}
