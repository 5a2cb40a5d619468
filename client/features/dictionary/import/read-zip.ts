import { maxArchiveFiles } from "./limits.ts";
import { RefusedFile } from "./refused-file.ts";
import { type UnpackBudget, unpack } from "./unpack.ts";

/** A file of a dictionary, read when it is needed. */
export interface Part {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

const endSize = 22;
const maxComment = 0xffff;
const entrySize = 46;
const localSize = 30;
const maxDirectory = 16 * 2 ** 20;

/** @throws {RefusedFile} for an archive that is broken, encrypted or of another kind */
export async function readZip(archive: Blob, budget: UnpackBudget): Promise<Part[]> {
  const { count, offset, size } = await readEnd(archive);
  if (count > maxArchiveFiles || size > maxDirectory) throw new RefusedFile("unpacksTooLarge");
  const directory = await readBytes(archive, offset, size);
  const parts: Part[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + entrySize > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50)
      throw new RefusedFile("brokenArchive");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((each) =>
      directory.getUint16(at + each, true),
    ) as [number, number, number];
    const next = at + entrySize + nameLength + extraLength + commentLength;
    if (next > directory.byteLength) throw new RefusedFile("brokenArchive");
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + at + entrySize, nameLength),
    );
    if (!name.endsWith("/")) parts.push(toPart(archive, directory, at, name, budget));
    at = next;
  }
  return parts;
}

async function readEnd(archive: Blob) {
  const start = Math.max(0, archive.size - endSize - maxComment);
  const tail = await readBytes(archive, start, archive.size - start);
  for (let at = tail.byteLength - endSize; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    const end = {
      count: tail.getUint16(at + 10, true),
      size: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    };
    if (end.count === 0xffff || end.offset === 0xffffffff) throw new RefusedFile("unsupportedArchive");
    if (end.offset + end.size > archive.size) throw new RefusedFile("brokenArchive");
    return end;
  }
  throw new RefusedFile("brokenArchive");
}

function toPart(archive: Blob, directory: DataView, at: number, name: string, budget: UnpackBudget): Part {
  const [flags, method] = [directory.getUint16(at + 8, true), directory.getUint16(at + 10, true)];
  const packedSize = directory.getUint32(at + 20, true);
  const offset = directory.getUint32(at + 42, true);
  const read = async () => {
    if (flags & 1) throw new RefusedFile("encryptedArchive");
    const local = await readBytes(archive, offset, localSize);
    if (local.byteLength < localSize || local.getUint32(0, true) !== 0x04034b50)
      throw new RefusedFile("brokenPart", name);
    const start = offset + localSize + local.getUint16(26, true) + local.getUint16(28, true);
    const packed = archive.slice(start, start + packedSize);
    if (packed.size < packedSize) throw new RefusedFile("brokenPart", name);
    if (method === 8) return unpack(packed, "deflate-raw", budget, name);
    if (method !== 0) throw new RefusedFile("unsupportedArchive");
    budget.spend(packedSize);
    return new Uint8Array(await packed.arrayBuffer());
  };
  return { name, read };
}

async function readBytes(blob: Blob, offset: number, length: number): Promise<DataView> {
  return new DataView(await blob.slice(offset, offset + length).arrayBuffer());
}
