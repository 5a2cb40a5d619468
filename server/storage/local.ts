import { createReadStream, createWriteStream, read as readCallback } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ProblemError } from "#server/http/api/problem.ts";
import { assertStorageKey } from "./keys.ts";
import { measureStream } from "./measure-stream.ts";
import type { RandomAccessFile, Storage } from "./storage.ts";

const chunkBytes = 256 * 1024;

const draftSuffix = ".part";

/** Reserved bytes on a disk of `total` bytes: 500 MB, or 5 % if that is less. */
export const minFreeBytes = (total: number) => Math.min(500e6, total * 0.05);

interface Options {
  /** Free and total bytes of the folder's disk. */
  readonly space?: (folder: string) => Promise<{ readonly free: number; readonly total: number }>;
}

export interface LocalStorage extends Storage {
  /** The path of a file, which may not exist. */
  localPath(key: string): string;
}

/** Storage in a local folder. */
export function openLocalStorage(folder: string, { space = getSpace }: Options = {}): LocalStorage {
  const localPath = (key: string) => path.join(folder, assertStorageKey(key));

  async function rejectWhenFull(): Promise<void> {
    const { free, total } = await space(folder);
    if (free < minFreeBytes(total)) {
      throw new ProblemError("insufficient_storage", "disk_full");
    }
  }

  return {
    async put(key, content) {
      const target = localPath(key);
      const draft = target + draftSuffix;
      const { through, result } = measureStream(rejectWhenFull);
      try {
        await mkdir(path.dirname(target), { recursive: true });
        await rejectWhenFull();
        await pipeline(
          content,
          through,
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
      const file = await open(localPath(key), "r");
      return file.createReadStream({ highWaterMark: chunkBytes, ...range });
    },

    async size(key) {
      return stat(localPath(key)).then(
        ({ size }) => size,
        () => null,
      );
    },

    async remove(key) {
      await rm(localPath(key), { force: true });
    },

    localPath,

    openFile: (key) => openLocalFile(localPath(key)),

    async acquireLocal(key) {
      await access(localPath(key));
      return { path: localPath(key), release() {} };
    },

    async isLocal() {
      return true;
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

/** Closing a stream keeps the file open for other readers. */
const externalReader = { read: readCallback, close: (_: number, done: () => void) => done() };

/** Opens a local file for reads at any position. */
export async function openLocalFile(file: string): Promise<RandomAccessFile> {
  const handle = await open(file, "r");
  const { size: bytes } = await handle.stat().catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  return {
    bytes,
    async read(buffer, length, position) {
      return (await handle.read(buffer, 0, length, position)).bytesRead;
    },
    stream: (start, end) => createReadStream("", { fd: handle.fd, fs: externalReader, start, end }),
    close: () => handle.close(),
  };
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
