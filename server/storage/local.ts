import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ProblemError } from "#server/http/api/problem.ts";
import type { Storage } from "./storage.ts";

const chunkBytes = 256 * 1024;

const draftSuffix = ".part";

const checkEveryBytes = 32 * 1024 * 1024;

/** Reserved bytes on a disk of `total` bytes: 500 MB, or 5 % if that is less. */
export const minFreeBytes = (total: number) => Math.min(500e6, total * 0.05);

interface Options {
  /** Free and total bytes of the folder's disk. */
  readonly space?: (folder: string) => Promise<{ readonly free: number; readonly total: number }>;
}

/** Storage in a local folder. */
export function openLocalStorage(folder: string, { space = getSpace }: Options = {}): Storage {
  const place = (key: string) => getPlace(folder, key);

  async function rejectWhenFull(): Promise<void> {
    const { free, total } = await space(folder);
    if (free < minFreeBytes(total)) {
      throw new ProblemError("insufficient_storage", "disk_full");
    }
  }

  return {
    async put(key, content) {
      const target = place(key);
      const draft = target + draftSuffix;
      const { measure, result } = measuring(rejectWhenFull);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await rejectWhenFull();
        await pipeline(
          content,
          measure,
          createWriteStream(draft, { flush: true, highWaterMark: chunkBytes }),
        );
        await rename(draft, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { key, ...result() };
    },

    async read(key, range) {
      const file = await open(place(key), "r");
      return file.createReadStream({ highWaterMark: chunkBytes, ...range });
    },

    async size(key) {
      return stat(place(key)).then(
        ({ size }) => size,
        () => null,
      );
    },

    async remove(key) {
      await rm(place(key), { force: true });
    },

    async localPath(key) {
      return place(key);
    },

    async *list(prefix) {
      for await (const { key } of listFiles(folder, prefix)) if (!key.endsWith(draftSuffix)) yield key;
    },

    async *listAged(prefix) {
      for await (const { key, file } of listFiles(folder, prefix)) {
        const found = await stat(file).catch(() => null);
        if (found) yield { key, bytes: found.size, changedAt: found.mtime };
      }
    },

    async check() {
      return mkdir(folder, { recursive: true })
        .then(() => access(folder, constants.W_OK))
        .then(
          () => true,
          () => false,
        );
    },
  };
}

/** @throws {Error} for a key outside of the folder */
function getPlace(folder: string, key: string): string {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes("..")) throw new Error(`Not a storage key: ${key}`);
  return path.join(folder, key);
}

/** Counts and hashes a stream, and checks the free disk space periodically. */
function measuring(checkSpace: () => Promise<void>) {
  const hash = createHash("sha256");
  let bytes = 0;
  let nextCheck = checkEveryBytes;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes < nextCheck) return done(null, chunk);
      nextCheck = bytes + checkEveryBytes;
      checkSpace().then(() => done(null, chunk), done);
    },
  });
  return { measure, result: () => ({ bytes, sha256: hash.digest("hex") }) };
}

async function getSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

async function* listFiles(folder: string, prefix: string): AsyncIterable<{ key: string; file: string }> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = prefix === "" ? entry.name : path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) yield* listFiles(folder, key);
    else if (entry.isFile()) yield { key, file: path.join(folder, key) };
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
