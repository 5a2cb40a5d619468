import { crc32, deflateRawSync } from "node:zlib";

/** An entry for a new ZIP. Entries of another ZIP are copied without recompression, which yazl cannot do. */
export interface ZipEntry {
  readonly path: string;
  readonly method: 0 | 8;
  readonly crc32: number;
  /** Uncompressed, and compressed as in `content`. */
  readonly bytes: number;
  readonly packedBytes: number;
  readonly content: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** An entry with this content, compressed if that makes it smaller. */
export function createEntry(path: string, content: Buffer, isPacked = true): ZipEntry {
  const packed = isPacked ? deflateRawSync(content) : content;
  const isSmaller = packed.length < content.length;
  return {
    path,
    method: isSmaller ? 8 : 0,
    crc32: crc32(content),
    bytes: content.length,
    packedBytes: isSmaller ? packed.length : content.length,
    content: () => [isSmaller ? packed : content],
  };
}

const maxShort = 0xffffffff;
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
  const listed: Buffer[] = [];
  let at = 0;
  for await (const entry of entries) {
    const head = createLocalHeader(entry, dosTimestamp);
    listed.push(createDirectoryHeader(entry, dosTimestamp, at));
    yield head;
    let sent = 0;
    for await (const piece of entry.content()) {
      sent += piece.length;
      yield piece;
    }
    if (sent !== entry.packedBytes) throw new Error(`A file of a zip has changed: ${entry.path}`);
    at += head.length + sent;
  }
  let listBytes = 0;
  for (const head of listed) {
    listBytes += head.length;
    yield head;
  }
  yield createEndRecord(listed.length, listBytes, at);
}

function createLocalHeader(entry: ZipEntry, dosTimestamp: number): Buffer {
  const name = Buffer.from(entry.path);
  const isLong = Math.max(entry.bytes, entry.packedBytes) >= maxShort;
  const extra = isLong ? createExtraField([entry.bytes, entry.packedBytes]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommon(head, 4, entry, { dosTimestamp, isLong, name, extra });
  return Buffer.concat([head, name, extra]);
}

function createDirectoryHeader(entry: ZipEntry, dosTimestamp: number, at: number): Buffer {
  const name = Buffer.from(entry.path);
  const isLong = Math.max(entry.bytes, entry.packedBytes) >= maxShort;
  const needsZip64 = at >= maxShort;
  const long = [...(isLong ? [entry.bytes, entry.packedBytes] : []), ...(needsZip64 ? [at] : [])];
  const extra = long.length > 0 ? createExtraField(long) : Buffer.alloc(0);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(45, 4);
  writeCommon(head, 6, entry, { dosTimestamp, isLong, name, extra });
  head.writeUInt32LE(needsZip64 ? maxShort : at, 42);
  return Buffer.concat([head, name, extra]);
}

interface HeadParts {
  readonly dosTimestamp: number;
  readonly isLong: boolean;
  readonly name: Buffer;
  readonly extra: Buffer;
}

function writeCommon(
  head: Buffer,
  at: number,
  entry: ZipEntry,
  { dosTimestamp, isLong, name, extra }: HeadParts,
) {
  const namesAreUtf8 = 0x0800;
  head.writeUInt16LE(isLong ? 45 : 20, at);
  head.writeUInt16LE(/^[\x20-\x7e]*$/.test(entry.path) ? 0 : namesAreUtf8, at + 2);
  head.writeUInt16LE(entry.method, at + 4);
  head.writeUInt32LE(dosTimestamp, at + 6);
  head.writeUInt32LE(entry.crc32, at + 10);
  head.writeUInt32LE(isLong ? maxShort : entry.packedBytes, at + 14);
  head.writeUInt32LE(isLong ? maxShort : entry.bytes, at + 18);
  head.writeUInt16LE(name.length, at + 22);
  head.writeUInt16LE(extra.length, at + 24);
}

function createExtraField(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return field;
}

function createEndRecord(count: number, listBytes: number, listAt: number): Buffer {
  const isLong = count >= maxEntries || listBytes >= maxShort || listAt >= maxShort;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, maxEntries), 8);
  end.writeUInt16LE(Math.min(count, maxEntries), 10);
  end.writeUInt32LE(Math.min(listBytes, maxShort), 12);
  end.writeUInt32LE(Math.min(listAt, maxShort), 16);
  return isLong ? Buffer.concat([createZip64EndRecord(count, listBytes, listAt), end]) : end;
}

function createZip64EndRecord(count: number, listBytes: number, listAt: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  for (const [index, value] of [count, count, listBytes, listAt].entries()) {
    end.writeBigUInt64LE(BigInt(value), 24 + index * 8);
  }
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(listAt + listBytes), 64);
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
