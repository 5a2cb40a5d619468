import { inflateSync } from "node:zlib";

interface Table {
  readonly tag: Buffer;
  readonly checksum: number;
  readonly data: Buffer;
}

/**
 * Converts WOFF 1.0 to TrueType by inflating its tables.
 *
 * @throws {Error} when it is not a WOFF
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("Not a WOFF font.");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => readTable(woff, 44 + i * 20));
  const header = Buffer.alloc(12 + count * 16);
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  writeSearchHints(header, count);

  const bodies: Buffer[] = [];
  let offset = header.length;
  tables.forEach(({ tag, checksum, data }, i) => {
    const entry = 12 + i * 16;
    tag.copy(header, entry);
    header.writeUInt32BE(checksum, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    const padded = Buffer.alloc((data.length + 3) & ~3);
    data.copy(padded);
    bodies.push(padded);
    offset += padded.length;
  });
  return Buffer.concat([header, ...bodies]);
}

function readTable(woff: Buffer, entry: number): Table {
  const offset = woff.readUInt32BE(entry + 4);
  const compressed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8));
  const length = woff.readUInt32BE(entry + 12);
  return {
    tag: woff.subarray(entry, entry + 4),
    checksum: woff.readUInt32BE(entry + 16),
    data: compressed.length < length ? inflateSync(compressed) : compressed,
  };
}

function writeSearchHints(header: Buffer, count: number): void {
  const steps = Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** steps * 16, 6);
  header.writeUInt16BE(steps, 8);
  header.writeUInt16BE(count * 16 - 2 ** steps * 16, 10);
}
