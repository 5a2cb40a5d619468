import { statfs } from "node:fs/promises";
import * as z from "zod/mini";
import type { InputOf } from "#shared/api/contract.ts";
import type { StorageMigration, StorageReport, storageContract } from "#shared/staff/storage.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { checkStoredFiles, deleteOrphans, moveDamagedFiles } from "#server/features/book-import/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { keepOldMs, readActiveStorage, requestCancel, requestMigration } from "./migrate-storage.ts";
import { findLatestMigration, type MigrationRow } from "./migration-queries.ts";
import {
  type CheckRow,
  countDamagedFiles,
  findLatestCheck,
  finishCheck,
  hasStoredFiles,
  insertCheck,
  isCheckRunning,
} from "./queries.ts";

export { countDamagedFiles, hasStoredFiles, readActiveStorage };

/** A check that did not finish by then was interrupted. */
const maxRunMs = 6 * 3_600_000;
const maxReportedKeys = 100;

export async function getStorage({ db, storage, storageDrivers, settings }: Context): Promise<StorageReport> {
  const kinds = new Map<string, { files: number; bytes: number }>();
  for await (const { key, bytes } of storage.listWithAge("")) {
    const kind = key.split("/")[0] ?? "";
    const sum = kinds.get(kind) ?? { files: 0, bytes: 0 };
    kinds.set(kind, { files: sum.files + 1, bytes: sum.bytes + bytes });
  }
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  const check = await findLatestCheck(db);
  const migration = await findLatestMigration(db);
  return {
    driver: (await readActiveStorage(db)).driver,
    isS3Configured: storageDrivers.s3 !== null,
    migration: migration && toMigration(migration),
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })).sort((a, b) => b.bytes - a.bytes),
    check: check && toCheck(check),
  };
}

function toMigration({ id: _id, finishedAt: _finishedAt, ...row }: MigrationRow): StorageMigration {
  const deletesOldAt =
    row.state === "switched" && row.switchedAt ? new Date(row.switchedAt.getTime() + keepOldMs) : null;
  return { ...row, deletesOldAt };
}

/** @throws {ProblemError} see `requestMigration` */
export async function startMigration(
  context: Context,
  { body: { target } }: InputOf<typeof storageContract.startMigration>,
): Promise<StorageReport> {
  await requestMigration(context, context.user, target);
  return getStorage(context);
}

/** @throws {ProblemError} `conflict` after the switch */
export async function cancelMigration(context: Context): Promise<StorageReport> {
  await requestCancel(context, context.user);
  return getStorage(context);
}

const toCheck = ({ id: _id, missing, altered, untracked, ...rest }: CheckRow) => ({
  ...rest,
  missing: [...missing],
  altered: [...altered],
  untracked: [...untracked],
});

/** @throws {ProblemError} `conflict` while one runs */
export async function startCheck(
  context: Context,
  { body: { readsContent } }: InputOf<typeof storageContract.startCheck>,
): Promise<StorageReport> {
  const { db, jobs, clock, user } = context;
  const now = clock();
  await db.transaction(async (tx) => {
    if (await isCheckRunning(tx, new Date(now.getTime() - maxRunMs))) throw conflict("check_running");
    const id = await insertCheck(tx, readsContent, now);
    await jobs.add(checkStorage, { id, readsContent }, { db: tx });
    await writeAudit(context, "storage.check_started", user.id, id, { readsContent }, tx);
  });
  return getStorage(context);
}

const Payload = z.object({ id: z.optional(z.uuid()), readsContent: z.optional(z.boolean()) });

/** Every Sunday night by content, and on request by size or content. */
export const checkStorage = defineJob({
  name: "storage.check",
  queue: "later",
  payload: Payload,
  every: "7 3 * * 0",
  ownSlots: 1,
  async run(services, { id: requested, readsContent = true }) {
    const { db, clock } = services;
    const id = requested ?? (await insertCheck(db, readsContent, clock()));
    const { missing, altered, untracked } = await checkStoredFiles(services, { readsContent });
    await finishCheck(db, id, {
      finishedAt: clock(),
      missing: missing.slice(0, maxReportedKeys),
      missingCount: missing.length,
      altered: altered.slice(0, maxReportedKeys),
      alteredCount: altered.length,
      untracked: untracked.slice(0, maxReportedKeys),
      untrackedCount: untracked.length,
    });
    if (readsContent) await moveDamagedFiles(services, altered);
  },
});

export async function deleteUntracked(context: Context): Promise<{ removed: number }> {
  const removed = await deleteOrphans(context);
  await writeAudit(context, "storage.untracked_deleted", context.user.id, "", { removed }, context.db);
  return { removed };
}
