import { unprocessableFile } from "#server/http/api/problem.ts";
import type { RandomAccessFile } from "#server/storage/storage.ts";

/** Bytes `[start, end)` of a file that form a ZIP. */
export interface ZipSpan {
  readonly start: number;
  readonly end: number;
}

const localSignature = 0x04034b50;
const directorySignature = 0x02014b50;
const endSignature = 0x06054b50;
const endBytes = 22;
const maxComment = 65_535;
/** Trailing bytes, such as servers add, that are searched for the end of the ZIP. */
const maxTrailingBytes = 65_536;

const notAnEpub = () => unprocessableFile("not_an_epub");
const twoFilesError = () => unprocessableFile("epub_two_files");

/**
 * Locates a zip inside a file with leading or trailing bytes; offsets must be consistent.
 *
 * @throws {ProblemError} `unprocessable_file` for empty files, files without a zip, and files with two
 */
export async function findZip(file: RandomAccessFile): Promise<ZipSpan> {
  const { bytes: size } = file;
  if (size === 0) throw unprocessableFile("file_empty");
  const beginsAsZip = (await readNumber(file, 0)) === localSignature;
  const found = await findEnd(file, size);
  // The unzipper rejects truncated files.
  if (!found && beginsAsZip) return { start: 0, end: size };
  if (!found) throw notAnEpub();
  if (found.start > 0 && beginsAsZip) throw twoFilesError();
  if (found.start === 0 && !beginsAsZip) throw notAnEpub();
  return found;
}

async function findEnd(file: RandomAccessFile, size: number): Promise<ZipSpan | null> {
  const from = Math.max(0, size - endBytes - maxComment - maxTrailingBytes);
  const tail = Buffer.alloc(size - from);
  const bytesRead = await file.read(tail, tail.length, from);
  for (let at = bytesRead - endBytes; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== endSignature) continue;
    const end = from + at + endBytes + tail.readUInt16LE(at + 20);
    const start = end > size ? null : await getStart(file, tail.subarray(at, at + endBytes), from + at);
    if (start !== null) return { start, end };
  }
  return null;
}

async function getStart(file: RandomAccessFile, record: Buffer, at: number): Promise<number | null> {
  const directoryBytes = record.readUInt32LE(12);
  const directoryOffset = record.readUInt32LE(16);
  // ZIP64 archives are not rewritten.
  const isLarge = directoryOffset === 0xffffffff || directoryBytes === 0xffffffff;
  if (isLarge) return 0;
  const shift = at - directoryBytes - directoryOffset;
  if (shift > 0 && (await isDirectoryAt(file, at - directoryBytes, shift))) return shift;
  return (await readNumber(file, directoryOffset)) === directorySignature ? 0 : null;
}

async function isDirectoryAt(file: RandomAccessFile, directoryAt: number, shift: number): Promise<boolean> {
  if ((await readNumber(file, directoryAt)) !== directorySignature) return false;
  const firstEntryOffset = await readNumber(file, directoryAt + 42);
  return firstEntryOffset !== null && (await readNumber(file, shift + firstEntryOffset)) === localSignature;
}

async function readNumber(file: RandomAccessFile, position: number): Promise<number | null> {
  const buffer = Buffer.alloc(4);
  return (await file.read(buffer, 4, position)) === 4 ? buffer.readUInt32LE(0) : null;
}
