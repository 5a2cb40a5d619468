import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";

const Count = z.int().check(z.nonnegative());

/** A comparison of the stored files with the database. At most 100 keys of each kind are kept. */
export const StorageCheck = z.object({
  startedAt: Instant,
  /** Null while it runs. */
  finishedAt: z.nullable(Instant),
  /** Whether every file was read and its checksum compared, not only its size. */
  readsContent: z.boolean(),
  missing: z.array(z.string()),
  missingCount: Count,
  altered: z.array(z.string()),
  alteredCount: Count,
  untracked: z.array(z.string()),
  untrackedCount: Count,
});
export type StorageCheck = z.infer<typeof StorageCheck>;

/** The kinds of stored files; the first part of their keys. */
export const storageKinds = [
  "epub",
  "audio",
  "covers",
  "pictures",
  "recording",
  "export",
  "draft-picture",
  "message-picture",
  "reference-speech",
  "archive",
  "damaged",
] as const;
export type StorageKind = (typeof storageKinds)[number];

export const StorageDriver = z.enum(["disk", "s3"]);
export type StorageDriver = z.infer<typeof StorageDriver>;

export const StorageMigrationState = z.enum(["copying", "switched", "finished", "cancelling", "cancelled"]);
export type StorageMigrationState = z.infer<typeof StorageMigrationState>;

/** A move of all files to another storage. */
export const StorageMigration = z.object({
  target: StorageDriver,
  state: StorageMigrationState,
  startedAt: Instant,
  switchedAt: z.nullable(Instant),
  /** When the files in the previous storage are deleted; null before the switch and after the end. */
  deletesOldAt: z.nullable(Instant),
  totalFiles: Count,
  copiedFiles: Count,
  copiedBytes: Count,
  /** Of the last attempt, which is repeated every five minutes; empty for none. */
  error: z.string(),
});
export type StorageMigration = z.infer<typeof StorageMigration>;

export const StorageReport = z.object({
  /** Where files are stored. */
  driver: StorageDriver,
  /** Whether the environment has the credentials of an S3 bucket. */
  isS3Configured: z.boolean(),
  /** The latest move; null before the first one. */
  migration: z.nullable(StorageMigration),
  freeBytes: Count,
  totalBytes: Count,
  kinds: z.array(z.object({ kind: z.string(), files: Count, bytes: Count })),
  /** The latest check; null before the first one. */
  check: z.nullable(StorageCheck),
});
export type StorageReport = z.infer<typeof StorageReport>;

export const storageContract = {
  getStorage: route({
    method: "GET",
    path: "/api/admin/storage",
    access: "admin",
    summary: "Stored files by location, and the latest integrity check",
    reads: ["storage"],
    response: StorageReport,
  }),

  startCheck: route({
    method: "POST",
    path: "/api/admin/storage/checks",
    access: "admin",
    budget: "export",
    summary: "Compares the stored files with the database in the background",
    changes: ["storage"],
    errors: ["conflict"],
    body: z.strictObject({ readsContent: z.boolean() }),
    response: StorageReport,
  }),

  /** Copies and verifies every file, then switches. Moving back within a week needs few copies. */
  startMigration: route({
    method: "POST",
    path: "/api/admin/storage/migrations",
    access: "admin",
    budget: "export",
    summary: "Moves all files to another storage in the background",
    changes: ["storage"],
    errors: ["conflict", "unavailable"],
    body: z.strictObject({ target: StorageDriver }),
    response: StorageReport,
  }),

  cancelMigration: route({
    method: "POST",
    path: "/api/admin/storage/migrations/cancel",
    access: "admin",
    budget: "export",
    summary: "Cancels the move of files before the switch and deletes the copies",
    changes: ["storage"],
    errors: ["conflict"],
    response: StorageReport,
  }),

  /** Each file is verified again before it is deleted. */
  deleteUntracked: route({
    method: "POST",
    path: "/api/admin/storage/untracked",
    access: "admin",
    budget: "export",
    summary: "Deletes files without a row that are older than an hour",
    changes: ["storage"],
    response: z.object({ removed: Count }),
  }),
};
