import path from "node:path";
import { backup } from "#server/backup/backup.ts";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { assertEmptyTarget, restore } from "#server/backup/restore.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { timed } from "#server/bench/core/load.ts";
import { writePositions } from "#server/bench/sections/positions.ts";
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
  const [audio] = await bench.sql("select book_id from audio_files limit 1");
  const readers = await bench.signInMany(writers);
  let isDone = false;
  const writing = writePositions(baseUrl, readers, [audio?.["book_id"] ?? ""], () => isDone);
  const file = path.join(folder, "backup.tar");
  const backupMs = await timed(() => backup(bench.services, bench.databaseUrl, file));
  isDone = true;
  const written = (await writing).acknowledged.length;

  await bench.sql("create database restored template template0");
  const url = new URL(bench.databaseUrl);
  url.pathname = "/restored";
  const storage = new LocalStorage(path.join(folder, "media"));
  await assertEmptyTarget(storage, url.href);
  const restoreMs = await timed(async () => restore(storage, url.href, file, await verifyBackup(file)));
  const db = openDatabase(url.href);
  const { missing, altered, untracked } = await checkStoredFiles({ db, storage }, { readsContent: true });
  await db.$client.end();
  const wrong = missing.length + altered.length + untracked.length;
  bench.figures(
    ["events written meanwhile", written, "events", "≥ 1"],
    ["missing, altered or untracked files", wrong, "", "≤ 0"],
    ["backup", backupMs / 1_000, "s"],
    ["restore with verification", restoreMs / 1_000, "s"],
  );
}
