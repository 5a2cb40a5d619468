import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
const minFreeBytes = 4e9;

/** The folder for temporary files of tests: in memory if there is room, because each database is a thousand files. */
export function findTemporaryFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    const free = Math.min(bavail * bsize, process.availableMemory() / 2);
    return free < minFreeBytes ? tmpdir() : memory;
  } catch {
    return tmpdir();
  }
}
