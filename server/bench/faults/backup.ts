import path from "node:path";
import { backup } from "#server/backup/backup.ts";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { assertEmptyTarget, restore } from "#server/backup/restore.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { startWriting } from "#server/bench/sections/positions.ts";
import { openDatabase } from "#server/db/client.ts";
import { checkStoredFiles } from "#server/features/book-import/service.ts";
import { projectRoot } from "#server/project-root.ts";
import { LocalStorage } from "#server/storage/local.ts";

const writers = 20;

/** A backup while readers write, restored elsewhere and compared with its manifest. */
export async function testBackup(bench: Bench): Promise<void> {
  const folder = bench.makeFolder();
  const { baseUrl } = await bench.startServer();
  bench.step("importing the demo library");
  await bench.importFolder(path.join(projectRoot, "server", "demo", "library"));
  const bookId = await bench.get("select book_id from audio_files limit 1");
  const writing = startWriting(baseUrl, await bench.signInMany(writers), [bookId]);
  const file = path.join(folder, "backup.tar");
  await backup(bench.services, bench.databaseUrl, file);
  const acknowledged = await writing.stop();

  await bench.sql("create database restored template template0");
  const url = new URL(bench.databaseUrl);
  url.pathname = "/restored";
  const storage = new LocalStorage(path.join(folder, "media"));
  await assertEmptyTarget(storage, url.href);
  await restore(storage, url.href, file, await verifyBackup(file));
  const db = openDatabase(url.href);
  const { missing, altered, untracked } = await checkStoredFiles({ db, storage }, { readsContent: true });
  await db.$client.end();
  const wrong = missing.length + altered.length + untracked.length;
  bench.figures(
    ["events written meanwhile", acknowledged.length, "events", "≥ 1"],
    ["missing, altered or untracked files", wrong, "", "≤ 0"],
  );
}
