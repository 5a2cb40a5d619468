import {
  type Archive,
  type ArchiveEntry,
  assertSafeEntry,
  createEntryFinder,
  getMaxBytes,
} from "#shared/epub/archive.ts";
import { crc32 } from "#shared/epub/crc32.ts";
import { toSafeEntryName } from "#shared/epub/entry-names.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";

interface ZipEntry extends ArchiveEntry {
  /** Of its local header. */
  readonly offset: number;
  readonly compressedBytes: number;
  readonly isStored: boolean;
  readonly crc32: number;
}

const localSignature = 0x04034b50;
const directorySignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const maxCommentBytes = 65_535;
const directoryEntryBytes = 46;
const localHeaderBytes = 30;
/** Names of 10,000 files with room for extra fields. */
const maxDirectoryBytes = 16_000_000;
const encryptionFlag = 1;

const damagedFile = () => new UnreadableEpubError("file_damaged");

/**
 * Opens an EPUB as a ZIP and validates its directory before extracting anything.
 *
 * @throws {UnreadableEpubError}
 */
export async function openArchive(file: Blob, limits: EpubLimits): Promise<Archive> {
  const entries = await listEntries(file, limits);
  return {
    entries,
    find: createEntryFinder(entries),
    async read({ path, bytes }, max) {
      const entry = entries.get(path);
      if (!entry) throw damagedFile();
      if (bytes > max) throw new UnreadableEpubError("epub_too_large");
      const content = await extract(file, entry);
      if (content.length !== bytes || crc32(content) !== entry.crc32) throw damagedFile();
      return content;
    },
  };
}

async function listEntries(file: Blob, limits: EpubLimits): Promise<ReadonlyMap<string, ZipEntry>> {
  if (file.size === 0) throw new UnreadableEpubError("file_empty");
  const start = await readView(file, 0, 4);
  if (start.byteLength < 4 || start.getUint32(0, true) !== localSignature) {
    throw new UnreadableEpubError("not_an_epub");
  }
  const { count, offset, size } = await readEnd(file);
  if (count > limits.entries || size > maxDirectoryBytes) {
    throw new UnreadableEpubError({ code: "epub_too_many_files", max: limits.entries });
  }
  const directory = await readView(file, offset, size);
  const entries = new Map<string, ZipEntry>();
  let total = 0;
  for (let at = 0, index = 0; index < count; index++) {
    const { entry, bytes } = readDirectoryEntry(directory, at, limits);
    total += entry.bytes;
    if (total > limits.total) throw new UnreadableEpubError("epub_too_large");
    // The first of two entries with a name counts, as on the server.
    if (!entry.path.endsWith("/") && !entries.has(entry.path)) entries.set(entry.path, entry);
    at += bytes;
  }
  return entries;
}

async function readEnd(file: Blob) {
  const from = Math.max(0, file.size - endBytes - maxCommentBytes);
  const tail = await readView(file, from, file.size - from);
  for (let at = tail.byteLength - endBytes; at >= 0; at--) {
    if (tail.getUint32(at, true) !== endSignature) continue;
    const [count, size, offset] = [
      tail.getUint16(at + 10, true),
      tail.getUint32(at + 12, true),
      tail.getUint32(at + 16, true),
    ];
    if (offset + size > from + at) throw damagedFile();
    return { count, size, offset };
  }
  throw damagedFile();
}

function readDirectoryEntry(directory: DataView, at: number, limits: EpubLimits) {
  if (at + directoryEntryBytes > directory.byteLength || directory.getUint32(at, true) !== directorySignature)
    throw damagedFile();
  const nameBytes = directory.getUint16(at + 28, true);
  const extraBytes = directory.getUint16(at + 30, true);
  const bytes = directoryEntryBytes + nameBytes + extraBytes + directory.getUint16(at + 32, true);
  if (at + bytes > directory.byteLength) throw damagedFile();
  const nameAt = directory.byteOffset + at + directoryEntryBytes;
  const path = toSafeEntryName(
    new Uint8Array(directory.buffer, nameAt, nameBytes),
    new Uint8Array(directory.buffer, nameAt + nameBytes, extraBytes),
  );
  const described = {
    isEncrypted: () => (directory.getUint16(at + 8, true) & encryptionFlag) !== 0,
    compressionMethod: directory.getUint16(at + 10, true),
    compressedSize: directory.getUint32(at + 20, true),
    uncompressedSize: directory.getUint32(at + 24, true),
    externalFileAttributes: directory.getUint32(at + 38, true),
  };
  assertSafeEntry(described);
  if (described.uncompressedSize > getMaxBytes(described, path, limits)) {
    throw new UnreadableEpubError("epub_too_large");
  }
  const entry: ZipEntry = {
    path,
    bytes: described.uncompressedSize,
    compressedBytes: described.compressedSize,
    isStored: described.compressionMethod === 0,
    crc32: directory.getUint32(at + 16, true),
    offset: directory.getUint32(at + 42, true),
  };
  return { entry, bytes };
}

async function extract(file: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer>> {
  const header = await readView(file, entry.offset, localHeaderBytes);
  if (header.byteLength < localHeaderBytes || header.getUint32(0, true) !== localSignature)
    throw damagedFile();
  const start = entry.offset + localHeaderBytes + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = file.slice(start, start + entry.compressedBytes);
  if (stored.size < entry.compressedBytes) throw damagedFile();
  return entry.isStored ? new Uint8Array(await stored.arrayBuffer()) : inflate(stored, entry.bytes);
}

/** Stops as soon as there is more than the directory says. */
async function inflate(compressed: Blob, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  const reader = compressed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return content.subarray(0, length);
      if (length + value.length > bytes) throw damagedFile();
      content.set(value, length);
      length += value.length;
    }
  } catch {
    await reader.cancel().catch(() => undefined);
    throw damagedFile();
  }
}

async function readView(blob: Blob, offset: number, length: number): Promise<DataView> {
  return new DataView(await blob.slice(offset, offset + length).arrayBuffer());
}
