import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { crc32, inflateRaw, inflateRawSync } from "node:zlib";
import * as yauzl from "yauzl";
import {
  assertSafeEntry,
  createEntryFinder,
  type Archive as EpubArchive,
  type ArchiveEntry as EpubEntry,
  getMaxBytes,
} from "#shared/epub/archive.ts";
import { toSafeEntryName } from "#shared/epub/entry-names.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { ProblemError, reason, unprocessableFile } from "#server/http/api/problem.ts";
import { openLocalFile } from "#server/storage/local.ts";
import type { RandomAccessFile } from "#server/storage/storage.ts";
import { findZip } from "./locate-zip.ts";
import { ZipReader } from "./zip-reader.ts";

/** A file inside an EPUB. */
export interface ArchiveEntry extends EpubEntry {
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly isStored: boolean;
}

const maxSyncBytes = 256 * 1024;
/** Larger entries are verified in parts. */
const maxReadBytes = 1024 * 1024;

export class OversizedEpubError extends Error {
  override readonly name = "OversizedEpubError";
}

/** An open EPUB with random access to its entries. */
export interface Archive extends EpubArchive<ArchiveEntry> {
  readonly hasDuplicates: boolean;
  isLarge(): boolean;
  /**
   * Reads a whole entry.
   *
   * @throws {ProblemError} `unprocessable_file` when it is damaged or larger than `max` bytes
   * @throws {OversizedEpubError}
   */
  read(entry: ArchiveEntry, max: number): Promise<Buffer>;
  /** Whether the checksum of an entry is right. */
  isIntact(entry: ArchiveEntry): Promise<boolean>;
  /**
   * Streams the uncompressed bytes of an entry from `start` to `end` inclusive. The caller destroys the
   * stream.
   */
  stream(entry: ArchiveEntry, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  streamCompressed(entry: ArchiveEntry): Promise<Readable>;
  close(): void;
}

export const damagedFile = (cause?: unknown) =>
  Object.assign(unprocessableFile("file_damaged"), {
    cause,
  });

/**
 * Opens an EPUB as a ZIP and validates its directory before extracting anything.
 *
 * @param source a local path, or an open file, which is closed with the archive
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function openArchive(source: string | RandomAccessFile, limits: EpubLimits): Promise<Archive> {
  const file = typeof source === "string" ? await openLocalFile(source) : source;
  const { zip, reader } = await openZip(file).catch(async (error: unknown) => {
    await file.close();
    throw toProblem(error);
  });
  // Stream errors after opening also reach the reader; without a listener they would end the process.
  zip.on("error", () => {});
  try {
    const listed = await listEntries(zip, limits);
    reader.dispose();
    return getArchive(zip, reader, listed, limits.smallBook);
  } catch (error) {
    zip.close();
    throw toProblem(error);
  }
}

/** Anything else was thrown for a damaged ZIP. */
function toProblem(error: unknown): ProblemError {
  if (error instanceof UnreadableEpubError) return unprocessableFile(error.reason);
  return error instanceof ProblemError ? error : damagedFile(error);
}

async function openZip(file: RandomAccessFile) {
  const { start, end } = await findZip(file);
  const reader = new ZipReader(file, start);
  const zip = await yauzl.fromRandomAccessReaderPromise(reader, end - start, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  });
  return { zip, reader };
}

interface ListedEntries {
  readonly byPath: Map<string, ArchiveEntry>;
  readonly raw: Map<string, yauzl.Entry>;
  readonly hasDuplicates: boolean;
}

async function listEntries(zip: yauzl.ZipFile, limits: EpubLimits): Promise<ListedEntries> {
  const tooMany = unprocessableFile(reason("epub_too_many_files", { max: limits.entries }));
  if (zip.entryCount > limits.entries) throw tooMany;
  const byPath = new Map<string, ArchiveEntry>();
  const raw = new Map<string, yauzl.Entry>();
  let hasDuplicates = false;
  let total = 0;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (++count > limits.entries) throw tooMany;
    const path = toSafeEntryName(entry.fileNameRaw, entry.extraFieldRaw);
    assertSafeEntry(entry);
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > getMaxBytes(entry, path, limits) || total > limits.total) throw tooLarge();
    if (path.endsWith("/")) continue;
    if (byPath.has(path)) hasDuplicates = true;
    else {
      const { uncompressedSize: bytes, compressedSize: compressedBytes, crc32: sum } = entry;
      byPath.set(path, { path, bytes, compressedBytes, crc32: sum, isStored: entry.compressionMethod === 0 });
      raw.set(path, entry);
    }
  }
  return { byPath, raw, hasDuplicates };
}

const tooLarge = () => unprocessableFile("epub_too_large");

function getArchive(
  zip: yauzl.ZipFile,
  reader: ZipReader,
  { byPath, raw, hasDuplicates }: ListedEntries,
  smallBook: EpubLimits["smallBook"] = { bytes: Infinity, entries: Infinity },
): Archive {
  const verified = new Set<ArchiveEntry>();

  let bytesRead = 0;
  const isLarge = () => byPath.size > smallBook.entries || bytesRead > smallBook.bytes;

  async function stream(entry: ArchiveEntry, range?: { start: number; end: number }): Promise<Readable> {
    const found = raw.get(entry.path);
    if (!found) throw damagedFile();
    const part = range && entry.isStored ? { start: range.start, end: range.end + 1 } : {};
    return zip.openReadStreamPromise(found, part).catch((error: unknown) => {
      throw damagedFile(error);
    });
  }

  async function streamCompressed(entry: ArchiveEntry): Promise<Readable> {
    const found = raw.get(entry.path);
    if (!found) throw damagedFile();
    return zip.openReadStreamPromise(found, { decodeFileData: false }).catch((error: unknown) => {
      throw damagedFile(error);
    });
  }

  async function readWhole(entry: ArchiveEntry): Promise<Buffer> {
    try {
      const found = raw.get(entry.path);
      if (!found) throw damagedFile();
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(found, { minimal: true });
      const stored = await reader.readBytes(fileDataStart, entry.compressedBytes);
      const content = entry.isStored ? Buffer.from(stored) : await inflate(stored, entry.bytes);
      if (content.length !== entry.bytes || crc32(content) !== entry.crc32) throw damagedFile();
      verified.add(entry);
      return content;
    } catch (error) {
      throw damagedFile(error);
    }
  }

  async function isStreamIntact(entry: ArchiveEntry): Promise<boolean> {
    let sum = 0;
    for await (const chunk of await stream(entry)) sum = crc32(chunk as Buffer, sum);
    return sum === entry.crc32;
  }

  return {
    entries: byPath,
    hasDuplicates,
    isLarge,
    find: createEntryFinder(byPath),
    stream,
    streamCompressed,
    async read(entry, max) {
      if (entry.bytes > max) throw tooLarge();
      bytesRead += entry.bytes;
      if (isLarge()) throw new OversizedEpubError();
      return readWhole(entry);
    },
    async isIntact(entry) {
      if (verified.has(entry)) return true;
      const checked = entry.bytes > maxReadBytes ? isStreamIntact(entry) : readWhole(entry).then(() => true);
      return checked.catch(() => false);
    },
    close: () => zip.close(),
  };
}

const inflateInThreadPool = promisify(inflateRaw);

/** The thread pool takes longer than small entries need. */
async function inflate(compressed: Buffer, bytes: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(1, bytes) };
  return bytes <= maxSyncBytes
    ? inflateRawSync(compressed, options)
    : inflateInThreadPool(compressed, options);
}
