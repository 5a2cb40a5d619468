import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { Agent } from "node:http";
import path from "node:path";
import { backup } from "#server/backup/backup.ts";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { assertEmptyTarget, restore } from "#server/backup/restore.ts";
import { query } from "#server/bench/catalogue/query.ts";
import { timed } from "#server/bench/load.ts";
import { getEvent, post } from "#server/bench/positions.ts";
import type { Bench, Report } from "#server/bench/section.ts";
import { openDatabase } from "#server/db/client.ts";
import { checkStoredFiles, importFolder } from "#server/features/book-import/service.ts";
import { projectRoot } from "#server/project-root.ts";
import { LocalStorage } from "#server/storage/local.ts";

const writers = 20;

/** R23: a backup while readers write, restored elsewhere and compared with its manifest. */
export async function testBackup(report: Report, bench: Bench): Promise<void> {
  const folder = path.join(bench.dataDir, "fault-backup");
  await mkdir(folder, { recursive: true });
  const database = `restored_${randomUUID().replaceAll("-", "")}`;
  const server = await bench.startServer({ DEMO: "off" });
  try {
    report.step("importing the demo library");
    await importFolder(bench.services, path.join(projectRoot, "server", "demo", "library"));
    const { rows } = await query(bench, "select book_id from audio_files limit 1");
    const bookId = String(rows[0]?.["book_id"]);
    const cookies = await Promise.all(Array.from({ length: writers }, () => bench.signIn()));
    const agent = new Agent({ keepAlive: true });
    let isDone = false;
    let written = 0;
    const writing = Promise.all(
      cookies.map(async (cookie) => {
        while (!isDone) {
          await post(server.baseUrl, agent, cookie, getEvent(bookId, written));
          written += 1;
        }
      }),
    );
    report.step("backing up while readers write");
    const file = path.join(folder, "backup.tar");
    const backupMs = await timed(() => backup(bench.services, bench.databaseUrl, file));
    isDone = true;
    await writing;
    report.metric("R23: events written meanwhile", written, "events", { min: 1 });

    report.step("restoring");
    await query(bench, `create database ${database} template template0`);
    const url = new URL(bench.databaseUrl);
    url.pathname = `/${database}`;
    const storage = new LocalStorage(path.join(folder, "media"));
    await assertEmptyTarget(storage, url.href);
    const restoreMs = await timed(async () => restore(storage, url.href, file, await verifyBackup(file)));
    const db = openDatabase(url.href);
    const { missing, altered, untracked } = await checkStoredFiles({ db, storage }, { readsContent: true });
    await db.$client.end();
    report.metric(
      "R23: missing, altered or untracked files",
      missing.length + altered.length + untracked.length,
      "",
      {
        max: 0,
      },
    );
    report.metric("R23: backup", backupMs / 1_000, "s");
    report.metric("R23: restore with verification", restoreMs / 1_000, "s");
  } finally {
    await server.stop();
    await query(bench, `drop database if exists ${database} with (force)`);
    await rm(folder, { recursive: true, force: true });
  }
}
