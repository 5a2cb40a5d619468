import { crc32, deflateRawSync } from "node:zlib";

/** An entry for a new ZIP. Entries of another ZIP are copied without recompression, which yazl cannot do. */
export interface ZipEntry {
  readonly path: string;
  readonly method: 0 | 8;
  readonly crc32: number;
  /** Uncompressed, and compressed as in `content`. */
  readonly bytes: number;
  readonly compressedBytes: number;
  readonly content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An entry with this content, compressed if that makes it smaller. */
export function createEntry(path: string, content: Buffer, isCompressed = true): ZipEntry {
  const compressed = isCompressed ? deflateRawSync(content) : content;
  const isSmaller = compressed.length < content.length;
  return {
    path,
    method: isSmaller ? 8 : 0,
    crc32: crc32(content),
    bytes: content.length,
    compressedBytes: isSmaller ? compressed.length : content.length,
    content: () => [isSmaller ? compressed : content],
  };
}

const max32Bit = 0xffffffff;
const maxEntries = 0xffff;

/**
 * Streams a ZIP with sizes and checksums before each file; ZIP64 above 4 GB or 65,535 files.
 *
 * @param changedAt modification time of every file
 * @throws {Error} when an entry does not have the declared size
 */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  changedAt: Date,
): AsyncGenerator<Uint8Array> {
  const dosTimestamp = toDosTime(changedAt);
  const directoryHeaders: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const header = createLocalHeader(entry, dosTimestamp);
    directoryHeaders.push(createDirectoryHeader(entry, dosTimestamp, offset));
    yield header;
    let sent = 0;
    for await (const chunk of entry.content()) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== entry.compressedBytes) throw new Error(`A file of a zip has changed: ${entry.path}`);
    offset += header.length + sent;
  }
  let directoryBytes = 0;
  for (const header of directoryHeaders) {
    directoryBytes += header.length;
    yield header;
  }
  yield createEndRecord(directoryHeaders.length, directoryBytes, offset);
}

function createLocalHeader(entry: ZipEntry, dosTimestamp: number): Buffer {
  const name = Buffer.from(entry.path);
  const needsZip64Sizes = Math.max(entry.bytes, entry.compressedBytes) >= max32Bit;
  const extra = needsZip64Sizes ? createExtraField([entry.bytes, entry.compressedBytes]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, { dosTimestamp, needsZip64Sizes, name, extra });
  return Buffer.concat([header, name, extra]);
}

function createDirectoryHeader(entry: ZipEntry, dosTimestamp: number, at: number): Buffer {
  const name = Buffer.from(entry.path);
  const needsZip64Sizes = Math.max(entry.bytes, entry.compressedBytes) >= max32Bit;
  const needsZip64 = at >= max32Bit;
  const zip64Values = [
    ...(needsZip64Sizes ? [entry.bytes, entry.compressedBytes] : []),
    ...(needsZip64 ? [at] : []),
  ];
  const extra = zip64Values.length > 0 ? createExtraField(zip64Values) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(45, 4);
  writeCommon(header, 6, entry, { dosTimestamp, needsZip64Sizes, name, extra });
  header.writeUInt32LE(needsZip64 ? max32Bit : at, 42);
  return Buffer.concat([header, name, extra]);
}

interface HeaderFields {
  readonly dosTimestamp: number;
  readonly needsZip64Sizes: boolean;
  readonly name: Buffer;
  readonly extra: Buffer;
}

function writeCommon(
  header: Buffer,
  at: number,
  entry: ZipEntry,
  { dosTimestamp, needsZip64Sizes, name, extra }: HeaderFields,
) {
  const namesAreUtf8 = 0x0800;
  header.writeUInt16LE(needsZip64Sizes ? 45 : 20, at);
  header.writeUInt16LE(/^[\x20-\x7e]*$/.test(entry.path) ? 0 : namesAreUtf8, at + 2);
  header.writeUInt16LE(entry.method, at + 4);
  header.writeUInt32LE(dosTimestamp, at + 6);
  header.writeUInt32LE(entry.crc32, at + 10);
  header.writeUInt32LE(needsZip64Sizes ? max32Bit : entry.compressedBytes, at + 14);
  header.writeUInt32LE(needsZip64Sizes ? max32Bit : entry.bytes, at + 18);
  header.writeUInt16LE(name.length, at + 22);
  header.writeUInt16LE(extra.length, at + 24);
}

function createExtraField(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

function createEndRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const needsZip64Sizes = count >= maxEntries || directoryBytes >= max32Bit || directoryOffset >= max32Bit;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, maxEntries), 8);
  end.writeUInt16LE(Math.min(count, maxEntries), 10);
  end.writeUInt32LE(Math.min(directoryBytes, max32Bit), 12);
  end.writeUInt32LE(Math.min(directoryOffset, max32Bit), 16);
  return needsZip64Sizes
    ? Buffer.concat([createZip64EndRecord(count, directoryBytes, directoryOffset), end])
    : end;
}

function createZip64EndRecord(count: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  for (const [index, value] of [count, count, directoryBytes, directoryOffset].entries()) {
    end.writeBigUInt64LE(BigInt(value), 24 + index * 8);
  }
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/** The DOS time format: since 1980, in steps of two seconds. */
function toDosTime(at: Date): number {
  const year = Math.min(2107, Math.max(1980, at.getUTCFullYear()));
  const day = ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}
