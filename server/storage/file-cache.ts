import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LocalFile } from "./storage.ts";

/** Other processes may still use a file that was acquired within this time. */
const graceMs = 3_600_000;

/**
 * Local copies of remote files, for programs that need a path. The least recently used are deleted above
 * `maxBytes`; files in use stay.
 */
export class FileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #uses = new Map<string, number>();
  readonly #downloads = new Map<string, Promise<void>>();

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** @param download opens the content of a file that is not cached */
  async acquire(key: string, download: () => Promise<Readable>): Promise<LocalFile> {
    const file = path.join(this.#folder, key);
    this.#uses.set(file, (this.#uses.get(file) ?? 0) + 1);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      const remaining = (this.#uses.get(file) ?? 1) - 1;
      if (remaining > 0) this.#uses.set(file, remaining);
      else this.#uses.delete(file);
    };
    try {
      await this.#ensure(file, download);
      return { path: file, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #ensure(file: string, download: () => Promise<Readable>): Promise<void> {
    const now = new Date();
    const isCached = await utimes(file, now, now).then(
      () => true,
      () => false,
    );
    if (isCached) return;
    const current =
      this.#downloads.get(file) ?? this.#download(file, download).finally(() => this.#downloads.delete(file));
    this.#downloads.set(file, current);
    await current;
  }

  async #download(file: string, download: () => Promise<Readable>): Promise<void> {
    const partial = `${file}.${process.pid}.part`;
    const content = await download();
    await mkdir(path.dirname(file), { recursive: true });
    try {
      await pipeline(content, createWriteStream(partial));
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await this.#evict();
  }

  async #evict(): Promise<void> {
    const files = await this.#list();
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const { file, bytes: size, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.#maxBytes) return;
      if (this.#uses.has(file) || usedAt > Date.now() - graceMs) continue;
      await rm(file, { force: true });
      bytes -= size;
    }
  }

  async #list(): Promise<{ file: string; bytes: number; usedAt: number }[]> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((each) => path.join(each.parentPath, each.name));
    const found = await Promise.all(
      files.map(async (file) => {
        const info = await stat(file).catch(() => null);
        return info ? [{ file, bytes: info.size, usedAt: info.mtimeMs }] : [];
      }),
    );
    return found.flat();
  }
}
