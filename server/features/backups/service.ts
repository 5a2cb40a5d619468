import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";
import { backup } from "#server/backup/backup.ts";
import type { Database } from "#server/db/client.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { getDiskSpace, hasSpace } from "#server/storage/disk-space.ts";
import { type BackupRow, findLastBackup, finishBackup, insertBackup } from "./queries.ts";

const hourMs = 3_600_000;
/** A backup that did not end by then was interrupted. */
const maxRunMs = 12 * hourMs;
const pattern = /^maktaba-\d{8}T\d{6}Z\.tar$/;

/** Null before the first one. */
export const getLastBackup = (db: Database): Promise<BackupRow | null> => findLastBackup(db);

/** Writes a backup when the last one is older than the interval, and deletes the oldest ones. */
export const scheduledBackup = defineJob({
  name: "backups.run",
  queue: "later",
  payload: z.strictObject({}),
  every: "47 * * * *",
  ownSlots: 1,
  async run(services) {
    const { db, clock, settings } = services;
    if (!settings.backups) return;
    const now = clock();
    const last = await findLastBackup(db);
    const age = last ? now.getTime() - last.startedAt.getTime() : Number.POSITIVE_INFINITY;
    const isRunning = last !== null && last.finishedAt === null && age < maxRunMs;
    // A failed backup is repeated after an hour.
    const interval = last?.error ? hourMs : settings.backups.everyHours * hourMs;
    if (isRunning || age < interval - hourMs / 2) return;
    await runBackup(services, settings.backups, now);
  },
});

async function runBackup(
  services: Services,
  { folder, keepCount }: NonNullable<Services["settings"]["backups"]>,
  now: Date,
): Promise<void> {
  const { db, clock, log } = services;
  const fileName = `maktaba-${now.toISOString().replace(/[-:]|\.\d+/g, "")}.tar`;
  const id = await insertBackup(db, fileName, now);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireSpace(services, folder);
    const { bytes } = await backup(services, services.databaseUrl, path.join(folder, fileName));
    await finishBackup(db, id, { finishedAt: clock(), bytes, error: "" });
    await deleteOldest(folder, keepCount);
  } catch (error) {
    log.error({ err: error }, "the backup failed");
    const message = error instanceof Error ? error.message : String(error);
    await finishBackup(db, id, { finishedAt: clock(), bytes: null, error: message.slice(0, 500) });
  }
}

/** @throws {Error} when the media alone would not fit */
async function requireSpace({ storage }: Services, folder: string): Promise<void> {
  let bytes = 0;
  for await (const file of storage.listWithAge("")) bytes += file.bytes;
  if (!hasSpace(await getDiskSpace(folder), bytes)) {
    throw new Error(`${folder} has too little free space for ${Math.ceil(bytes / 1e6)} MB.`);
  }
}

/** Names sort by date. Other files in the folder are left alone. */
async function deleteOldest(folder: string, keepCount: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  for (const name of names.slice(0, Math.max(0, names.length - keepCount))) await rm(path.join(folder, name));
}
