import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { StorageDriver } from "#shared/staff/storage.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { conflict, unavailable } from "#server/http/api/problem.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { isMissingFile, type Storage } from "#server/storage/storage.ts";
import type { ActiveStorage } from "#server/storage/switchable.ts";
import {
  deleteCopies,
  findLatestMigration,
  insertCopy,
  insertMigration,
  listCopies,
  lockMigrations,
  type MigrationRow,
  updateMigration,
} from "./migration-queries.ts";

/** How long the files in the previous storage are kept after the switch. */
export const keepOldMs = 7 * 24 * 3_600_000;

/** Processes that have not seen the switch yet store files in the previous storage during this time. */
const settleMs = 3_600_000;

const lockName = "storage.migrate";

const getOtherDriver = (driver: StorageDriver): StorageDriver => (driver === "disk" ? "s3" : "disk");

/** Cached speech of the aligner stays on the local disk. */
const isLocalOnly = (key: string) => key.startsWith("reference-speech/");

/** The storage in use, from the latest migration; the local disk before the first one. */
export async function readActiveStorage(db: Services["db"]): Promise<ActiveStorage> {
  const latest = await findLatestMigration(db);
  if (!latest) return { driver: "disk", fallback: null };
  const source = getOtherDriver(latest.target);
  switch (latest.state) {
    case "copying":
      return { driver: source, fallback: latest.target };
    case "switched":
      return { driver: latest.target, fallback: source };
    case "finished":
      return { driver: latest.target, fallback: null };
    case "cancelling":
    case "cancelled":
      return { driver: source, fallback: null };
  }
}

/**
 * Starts to move all files to another storage.
 *
 * @throws {ProblemError} `conflict` while files are moved or already there, `unavailable` when the target
 * cannot be written
 */
export async function requestMigration(
  services: Services,
  actor: User,
  target: StorageDriver,
): Promise<void> {
  const { db, jobs, clock, storageDrivers } = services;
  const driver = storageDrivers[target];
  if (!driver) throw conflict("storage_not_configured");
  if (!(await isWritable(driver))) throw unavailable("storage_not_writable");
  await db.transaction(async (tx) => {
    await lockMigrations(tx);
    const latest = await findLatestMigration(tx);
    if (latest?.state === "copying" || latest?.state === "cancelling")
      throw conflict("storage_migration_running");
    if ((await readActiveStorage(tx)).driver === target) throw conflict("storage_already_active");
    if (latest?.state === "switched") {
      await updateMigration(tx, latest.id, ["switched"], { state: "finished", finishedAt: clock() });
      await deleteCopies(tx, latest.id);
    }
    const id = await insertMigration(tx, target, clock());
    await jobs.add(migrateStorage, {}, { db: tx });
    await writeAudit(services, "storage.migration_started", actor.id, id, { target }, tx);
  });
}

/** @throws {ProblemError} `conflict` after the switch */
export async function requestCancel(services: Services, actor: User): Promise<void> {
  const { db, jobs } = services;
  await db.transaction(async (tx) => {
    await lockMigrations(tx);
    const latest = await findLatestMigration(tx);
    if (!latest || !(await updateMigration(tx, latest.id, ["copying"], { state: "cancelling", error: "" })))
      throw conflict("storage_migration_not_running");
    await jobs.add(migrateStorage, {}, { db: tx });
    await writeAudit(services, "storage.migration_cancelled", actor.id, latest.id, {}, tx);
  });
}

async function isWritable(storage: Storage): Promise<boolean> {
  const key = "probe/write-test.bin";
  try {
    await storage.put(key, Readable.from([Buffer.from("test")]));
    const isStored = (await storage.size(key)) === 4;
    await storage.remove(key);
    return isStored;
  } catch {
    return false;
  }
}

/** Continues the latest migration; it may have been interrupted at any point. */
export const migrateStorage = defineJob({
  name: "storage.migrate",
  queue: "later",
  payload: z.object({}),
  every: "*/5 * * * *",
  ownSlots: 1,
  async run(services, _payload, shutdownSignal) {
    const { db, locks, log } = services;
    const interrupted = new AbortController();
    if (!(await locks.tryLock(lockName, () => interrupted.abort()))) return;
    try {
      const latest = await findLatestMigration(db);
      if (!latest || latest.state === "finished" || latest.state === "cancelled") return;
      const signal = AbortSignal.any([interrupted.signal, ...(shutdownSignal ? [shutdownSignal] : [])]);
      await continueMigration(services, latest, signal).catch(async (error: unknown) => {
        if (signal.aborted) throw error;
        log.error({ err: error }, "the move of the stored files stopped");
        const message = error instanceof Error ? error.message : String(error);
        await updateMigration(db, latest.id, ["copying", "switched", "cancelling"], {
          error: message.slice(0, 500),
        });
      });
    } finally {
      await locks.unlock(lockName);
    }
  },
});

async function continueMigration(services: Services, row: MigrationRow, signal: AbortSignal): Promise<void> {
  const { db, clock, storageDrivers } = services;
  const [target, source] = [storageDrivers[row.target], storageDrivers[getOtherDriver(row.target)]];
  if (!target || !source) throw new Error("S3 is not configured.");
  const move: MigrationContext = { services, id: row.id, source, target, signal };

  if (row.state === "cancelling") {
    await deleteDuplicates(move, { target, other: source });
    await updateMigration(db, row.id, ["cancelling"], { state: "cancelled", finishedAt: clock() });
    return deleteCopies(db, row.id);
  }
  if (row.state === "copying") {
    if (!(await copyAll(move))) return;
    await db.transaction(async (tx) => {
      const isSwitched = await updateMigration(tx, row.id, ["copying"], {
        state: "switched",
        switchedAt: clock(),
      });
      if (isSwitched) await writeAudit(services, "storage.switched", null, row.id, { to: row.target }, tx);
    });
    return;
  }
  const msSinceSwitch = clock().getTime() - (row.switchedAt?.getTime() ?? 0);
  if (msSinceSwitch > settleMs && msSinceSwitch < keepOldMs) return;
  await copyAll(move);
  if (msSinceSwitch < keepOldMs) return;
  await deleteDuplicates(move, { target: source, other: target });
  await updateMigration(db, row.id, ["switched"], { state: "finished", finishedAt: clock() });
  await deleteCopies(db, row.id);
}

interface MigrationContext {
  readonly services: Services;
  readonly id: string;
  readonly source: Storage;
  readonly target: Storage;
  readonly signal: AbortSignal;
}

/**
 * Copies every file that has no verified copy, until a pass finds none.
 *
 * @returns false when the migration was cancelled
 */
async function copyAll({ services: { db }, id, source, target, signal }: MigrationContext): Promise<boolean> {
  const copied = new Set(await listCopies(db, id));
  for (let count = -1; count !== 0; ) {
    const waiting: string[] = [];
    for await (const key of source.list("")) if (!isLocalOnly(key) && !copied.has(key)) waiting.push(key);
    count = waiting.length;
    if (!(await updateMigration(db, id, ["copying", "switched"], { totalFiles: copied.size + count })))
      return false;
    for (const [index, key] of waiting.entries()) {
      signal.throwIfAborted();
      if (index % 50 === 49 && !(await isStillMoving(db, id))) return false;
      const bytes = await copyVerified(source, target, key);
      if (bytes !== null) await insertCopy(db, id, key, bytes);
      copied.add(key);
    }
  }
  return true;
}

async function isStillMoving(db: Services["db"], id: string): Promise<boolean> {
  const latest = await findLatestMigration(db);
  return latest?.id === id && (latest.state === "copying" || latest.state === "switched");
}

/**
 * Copies a file and compares the digest of what the target returns.
 *
 * @returns its size; null when it was deleted during the copy
 */
async function copyVerified(source: Storage, target: Storage, key: string): Promise<number | null> {
  try {
    const size = await source.size(key);
    if (size === null) return null;
    const isCopied = (await target.size(key)) === size;
    const expected = isCopied
      ? await getDigest(source, key)
      : (await target.put(key, await source.read(key))).sha256;
    if ((await getDigest(target, key)) === expected) return size;
    const { sha256 } = await target.put(key, await source.read(key));
    if ((await getDigest(target, key)) === sha256) return size;
  } catch (error) {
    if (isMissingFile(error) && (await source.size(key)) === null) return null;
    throw error;
  }
  throw new Error(`The copy of ${key} differs from the original.`);
}

/** Deletes files whose digest is the same in the other storage. A file that differs stays. */
async function deleteDuplicates(
  { services: { log }, signal }: MigrationContext,
  { target: storage, other }: { readonly target: Storage; readonly other: Storage },
): Promise<void> {
  const keys: string[] = [];
  for await (const key of storage.list("")) if (!isLocalOnly(key)) keys.push(key);
  for (const key of keys) {
    signal.throwIfAborted();
    const size = await storage.size(key);
    const isSame =
      size !== null &&
      (await other.size(key)) === size &&
      (await getDigest(other, key)) === (await getDigest(storage, key));
    if (isSame) await storage.remove(key);
    else if (size !== null) log.warn({ key }, "kept a file that differs from its copy");
  }
}

async function getDigest(storage: Storage, key: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await storage.read(key), hash);
  return hash.digest("hex");
}
