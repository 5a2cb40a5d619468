import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Storage } from "./storage.ts";

const chunkBytes = 256 * 1024;

/** Files in a folder of this machine. */
export function openLocalStorage(folder: string): Storage {
  const place = (key: string) => path.join(folder, key);
  return {
    async put(key, content) {
      const target = place(key);
      const draft = `${target}.part`;
      await mkdir(path.dirname(target), { recursive: true });
      const hash = createHash("sha256");
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      try {
        await pipeline(content, measure, createWriteStream(draft, { flush: true }));
        await rename(draft, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { key, bytes, sha256: hash.digest("hex") };
    },

    async read(key, range) {
      return createReadStream(place(key), { highWaterMark: chunkBytes, ...range });
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
      const names = await readdir(place(prefix), { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        if (entry.isFile()) yield path.relative(folder, path.join(entry.parentPath, entry.name));
      }
    },

    async check() {
      return access(folder, constants.W_OK).then(
        () => true,
        () => false,
      );
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
