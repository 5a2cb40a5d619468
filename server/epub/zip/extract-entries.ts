import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import { type Archive, damagedFile, openArchive } from "./archive.ts";

/**
 * Extracts files under given names.
 *
 * @param requested EPUB paths and target files
 * @param onEntry called in order with each extracted file or its error
 */
export async function extractEntries(
  epub: string,
  limits: EpubLimits,
  requested: ReadonlyArray<{ readonly path: string; readonly to: string; readonly maxBytes: number }>,
  onEntry: (index: number, rejection: Error | null) => Promise<void>,
): Promise<void> {
  const archive = await openArchive(epub, limits);
  try {
    for (const [index, each] of requested.entries()) {
      const rejection = await extract(archive, each).then(
        () => null,
        (error: Error) => error,
      );
      await onEntry(index, rejection);
    }
  } finally {
    archive.close();
  }
}

/** @throws {ProblemError} `unprocessable_file` when it is damaged, missing or too large */
async function extract(
  archive: Archive,
  { path, to, maxBytes }: { readonly path: string; readonly to: string; readonly maxBytes: number },
): Promise<void> {
  const entry = archive.entries.get(path);
  if (!entry) throw damagedFile();
  if (entry.bytes > maxBytes) {
    throw unprocessableFile(reason("archive_too_large", { mb: Math.round(maxBytes / 1e6) }));
  }
  let sum = 0;
  const checksum = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === entry.crc32 ? null : damagedFile()),
  });
  try {
    await pipeline(await archive.stream(entry), checksum, createWriteStream(to));
  } catch (error) {
    await rm(to, { force: true });
    const isFileSystemError = typeof (error as { errno?: unknown }).errno === "number";
    throw isFileSystemError || (error as { code?: unknown }).code === "unprocessable_file"
      ? error
      : damagedFile(error);
  }
}
