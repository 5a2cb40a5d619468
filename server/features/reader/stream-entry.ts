import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Archive, type ArchiveEntry, damagedFile } from "#server/epub/zip/archive.ts";

/** Smaller files are verified before their first byte is sent. */
const chunkSizeBytes = 2_000_000;

/**
 * Streams bytes of an entry from `start` to `end` inclusive. Whole files are verified: small ones before
 * sending, large ones at the end, where a mismatch aborts the response.
 *
 * @throws {ProblemError} `unprocessable_file` when the file is damaged
 */
export async function streamEntry(
  archive: Archive,
  entry: ArchiveEntry,
  range: { readonly start: number; readonly end: number },
): Promise<Readable> {
  if (entry.bytes <= chunkSizeBytes) {
    const content = await archive.read(entry, chunkSizeBytes);
    return Readable.from([content.subarray(range.start, range.end + 1)]);
  }
  const isWhole = range.start === 0 && range.end === entry.bytes - 1;
  if (isWhole) return pipeThrough(await archive.stream(entry), createChecksumCheck(entry.crc32));
  if (entry.isStored) return archive.stream(entry, range);
  return pipeThrough(await archive.stream(entry), createSlice(range.start, range.end));
}

function pipeThrough(source: Readable, change: Transform): Readable {
  pipeline(source, change).catch((error: Error) => change.destroy(error));
  return change;
}

function createChecksumCheck(expected: number): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => done(sum === expected ? null : damagedFile()),
  });
}

/** Passes the uncompressed bytes from `start` to `end` inclusive. */
function createSlice(start: number, end: number): Transform {
  let at = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.length, end + 1 - at);
      at += chunk.length;
      if (from < to) this.push(chunk.subarray(from, to));
      if (at > end) this.push(null);
      done();
    },
  });
}
