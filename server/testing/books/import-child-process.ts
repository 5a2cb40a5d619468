import path from "node:path";
import { pino } from "pino";
import { openDatabase } from "#server/db/client.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import type { Settings } from "#server/settings.ts";
import { LocalStorage } from "#server/storage/local.ts";

/** Imports a folder in a child process that tests can kill: `<database url> <data folder> <folder>`. */
const [url = "", dataDir = "", folder = ""] = process.argv.slice(2);
const settings = {
  dataDir,
  uploadLimits: { epub: 1e9, epubUnpacked: 1e9, audio: 1e9, image: 1e8 },
} as Settings;
const db = openDatabase(url);
const storage = new LocalStorage(path.join(dataDir, "media"));
// Only drafts enqueue jobs.
const jobs = { add: async () => undefined, addAll: async () => undefined };

await importFolder(
  { settings, db, storage, jobs, log: pino({ level: "silent" }) },
  folder,
  {},
  { onProgress: (done) => void process.stdout.write(`${done}\n`) },
);
await db.$client.end();
process.exit(0);
