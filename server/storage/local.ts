import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, read as readCallback } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ProblemError, unavailable } from "#server/http/api/problem.ts";
import { type DiskSpace, getDiskSpace, hasSpace } from "./disk-space.ts";
import { assertStorageKey } from "./keys.ts";
import { measureStream } from "./measure-stream.ts";
import type { ByteRange, FileWithAge, LocalFile, RandomAccessFile, Storage, StoredFile } from "./storage.ts";

const chunkBytes = 256 * 1024;

const draftSuffix = ".part";

/** Tells a storage folder from the empty mount point of a disk that is missing. */
const markerName = ".maktaba-storage";

interface Options {
  /** Whether the database names stored files, so that an empty folder means a missing disk. */
  readonly expectsFiles?: () => Promise<boolean>;
  /** Free and total bytes of the folder's disk. */
  readonly space?: (folder: string) => Promise<DiskSpace>;
}

/** Storage in a local folder. */
export class LocalStorage implements Storage {
  readonly #folder: string;
  readonly #space: NonNullable<Options["space"]>;
  readonly #expectsFiles: NonNullable<Options["expectsFiles"]>;

  constructor(folder: string, { space = getDiskSpace, expectsFiles = async () => false }: Options = {}) {
    this.#folder = folder;
    this.#space = space;
    this.#expectsFiles = expectsFiles;
  }

  /** The path of a file, which may not exist. */
  localPath(key: string): string {
    return path.join(this.#folder, assertStorageKey(key));
  }

  async put(key: string, content: Readable): Promise<StoredFile> {
    const target = this.localPath(key);
    // Processes may write the same file at the same time, such as a cover that is drawn on request.
    const draft = `${target}.${randomBytes(6).toString("hex")}${draftSuffix}`;
    const { through, result } = measureStream(() => this.#rejectWhenFull());
    try {
      if (!(await this.#isPresent())) throw unavailable("storage_missing");
      await mkdir(path.dirname(target), { recursive: true });
      await this.#rejectWhenFull();
      await pipeline(content, through, createWriteStream(draft, { flush: true, highWaterMark: chunkBytes }));
      await rename(draft, target);
      await syncFolder(path.dirname(target));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return { key, ...result() };
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.localPath(key), "r");
    return file.createReadStream({ highWaterMark: chunkBytes, ...range });
  }

  async size(key: string): Promise<number | null> {
    return stat(this.localPath(key)).then(
      ({ size }) => size,
      () => null,
    );
  }

  async remove(key: string): Promise<void> {
    await rm(this.localPath(key), { force: true });
  }

  async openFile(key: string): Promise<RandomAccessFile> {
    return openLocalFile(this.localPath(key));
  }

  async acquireLocal(key: string): Promise<LocalFile> {
    const file = this.localPath(key);
    await access(file);
    return { path: file, release() {} };
  }

  async isLocal(): Promise<boolean> {
    return true;
  }

  async *list(prefix: string): AsyncIterable<string> {
    for await (const { key } of listFiles(this.#folder, prefix)) if (!key.endsWith(draftSuffix)) yield key;
  }

  async *listWithAge(prefix: string): AsyncIterable<FileWithAge> {
    for await (const { key, file } of listFiles(this.#folder, prefix)) {
      const found = await stat(file).catch(() => null);
      if (found) yield { key, bytes: found.size, changedAt: found.mtime };
    }
  }

  async check(): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true });
      // A disk that the system made read-only still has the folder.
      await access(this.#folder, constants.W_OK);
      return await this.#isPresent();
    } catch {
      return false;
    }
  }

  /** False when the disk is missing. Marks a new folder. */
  async #isPresent(): Promise<boolean> {
    const marker = path.join(this.#folder, markerName);
    if (await exists(marker)) return true;
    const isOlder = (await readdir(this.#folder).catch(() => [])).length > 0;
    if (!isOlder && (await this.#expectsFiles())) return false;
    await mkdir(this.#folder, { recursive: true });
    await writeFile(marker, "");
    return true;
  }

  async #rejectWhenFull(): Promise<void> {
    if (!hasSpace(await this.#space(this.#folder)))
      throw new ProblemError("insufficient_storage", "disk_full");
  }
}

/** Closing a stream keeps the file open for other readers. */
const sharedDescriptorFs = { read: readCallback, close: (_: number, done: () => void) => done() };

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
    stream: (start, end) => createReadStream("", { fd: handle.fd, fs: sharedDescriptorFs, start, end }),
    close: () => handle.close(),
  };
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

async function* listFiles(folder: string, prefix: string): AsyncIterable<{ key: string; file: string }> {
  const entries = await readdir(path.join(folder, prefix), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === markerName) continue;
    const key = prefix === "" ? entry.name : path.posix.join(prefix, entry.name);
    if (entry.isDirectory()) yield* listFiles(folder, key);
    else if (entry.isFile()) yield { key, file: path.join(folder, key) };
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
