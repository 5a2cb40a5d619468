import { statfs } from "node:fs/promises";
import { ProblemError } from "#server/http/api/problem.ts";

export interface DiskSpace {
  /** Bytes. */
  readonly free: number;
  /** Bytes; 0 for network file systems that do not report their size. */
  readonly total: number;
}

/** Reserved bytes on a disk of `total` bytes: 500 MB, or 5 % if that is less. */
export const getMinFreeBytes = (total: number) => Math.min(500e6, total * 0.05);

export async function getDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Whether `bytes` more leave the reserve of a disk free. */
export const hasSpace = ({ free, total }: DiskSpace, bytes = 0): boolean =>
  total === 0 || free - bytes >= getMinFreeBytes(total);

/** @throws {ProblemError} `insufficient_storage` */
export async function requireFreeSpace(folder: string, bytes = 0): Promise<void> {
  if (!hasSpace(await getDiskSpace(folder), bytes)) {
    throw new ProblemError("insufficient_storage", "disk_full");
  }
}
