import path from "node:path";
import { backup } from "#server/backup/backup.ts";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { assertEmptyTarget, assertSameVersion, restore } from "#server/backup/restore.ts";
import { writeVersionFile } from "#server/data-folder.ts";
import { LocalStorage } from "#server/storage/local.ts";
import type { Command } from "./command.ts";

export const backupCommand: Command = {
  name: "backup",
  usage: "<file>",
  about:
    "Writes database and media into one tar file while the server runs. Sessions, emailed tokens, emails, exports and the secret are not included. Keep it safe: it contains personal data.",
  options: {},
  operands: 1,
  async run({ withServices, print }, { operands: [file = ""] }) {
    const { tables, rows, files, bytes } = await withServices((services, databaseUrl) =>
      backup(services, databaseUrl, path.resolve(file)),
    );
    const megabytes = (bytes / 1e6).toFixed(1);
    print(`${file}: ${rows} rows of ${tables} tables and ${files} files, ${megabytes} MB.`);
    return 0;
  },
};

export const restoreCommand: Command = {
  name: "restore",
  usage: "<file>",
  about: "Restores a backup into an empty DATA_DIR and database, all or nothing, and verifies it.",
  options: {},
  operands: 1,
  async run({ withDatabase, print }, { operands: [fileName = ""] }) {
    const file = path.resolve(fileName);
    const manifest = await verifyBackup(file);
    assertSameVersion(manifest);
    await withDatabase(async (databaseUrl, dataDir) => {
      const storage = new LocalStorage(path.join(dataDir, "media"));
      await assertEmptyTarget(storage, databaseUrl);
      await restore(storage, databaseUrl, file, manifest);
      writeVersionFile(dataDir);
    });
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
    const files = Object.keys(manifest.media).length;
    print(
      `Restored ${rows} rows of ${Object.keys(manifest.tables).length} tables and ${files} files; all checksums match.`,
    );
    return 0;
  },
};
