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

export const StorageReport = z.object({
  /** Where files are stored. */
  driver: z.enum(["disk"]),
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
    summary: "What is stored where, and the latest integrity check",
    response: StorageReport,
  }),

  startCheck: route({
    method: "POST",
    path: "/api/admin/storage/checks",
    access: "admin",
    budget: "export",
    summary: "Compares the stored files with the database in the background",
    errors: ["conflict"],
    body: z.strictObject({ readsContent: z.boolean() }),
    response: StorageReport,
  }),

  /** Each file is verified again before it is deleted. */
  deleteUntracked: route({
    method: "POST",
    path: "/api/admin/storage/untracked",
    access: "admin",
    budget: "export",
    summary: "Deletes files without a row that are older than an hour",
    response: z.object({ removed: Count }),
  }),
};
