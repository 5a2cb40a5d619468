import { maxArchiveFiles } from "./limits.ts";
import type { Part } from "./read-zip.ts";
import { RefusedFile } from "./refused-file.ts";

const blockSize = 512;
const decoder = new TextDecoder();

/** @throws {RefusedFile} `brokenArchive` */
export function readTar(archive: Uint8Array): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + blockSize <= archive.length; ) {
    const name = readText(archive, at, 100);
    if (name === "") break;
    if (readText(archive, at + 257, 5) !== "ustar" || parts.length >= maxArchiveFiles)
      throw new RefusedFile("brokenArchive");
    const size = Number.parseInt(readText(archive, at + 124, 12), 8);
    const start = at + blockSize;
    if (!(size >= 0) || start + size > archive.length) throw new RefusedFile("brokenArchive");
    const type = readText(archive, at + 156, 1);
    const content = archive.subarray(start, start + size);
    if (type === "0" || type === "") parts.push({ name, read: () => Promise.resolve(content) });
    at = start + Math.ceil(size / blockSize) * blockSize;
  }
  return parts;
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end)).trim();
}
