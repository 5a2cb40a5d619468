import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import type { FileBytes } from "./file-bytes.ts";

export interface Box {
  readonly type: string;
  readonly data: Buffer;
}

/** The structure of an MP4: its index in memory, media data by offset. */
export interface Outline {
  readonly movie: Buffer;
  readonly isFragmented: boolean;
}

/** Enough for more than a hundred hours of audio. */
const maxMovieBytes = 64 * 1024 * 1024;
const maxTopBoxes = 100_000;

/**
 * Walks the top-level boxes; `moov` may be before or after the media data.
 *
 * @throws {ProblemError} `unprocessable_file` when truncated or without index
 */
export async function readOutline(file: FileBytes): Promise<Outline> {
  let movie: Buffer | null = null;
  let isFragmented = false;
  let at = 0;
  for (let count = 0; at + 8 <= file.size && count < maxTopBoxes; count++) {
    const header = parseHeader(await file.read(at, 16), file.size - at);
    if (!header) throw unprocessableFile("audio_damaged_parts");
    if (at + header.size > file.size) throw truncatedError(file.size / (at + header.size));
    if (header.type === "moov" && !movie) movie = await readMovie(file, at + header.headerBytes, header);
    isFragmented ||= header.type === "moof";
    at += header.size;
  }
  if (!movie) throw unprocessableFile("audio_without_index");
  return { movie, isFragmented };
}

export function truncatedError(fraction: number) {
  const percent = Math.floor(fraction * 100);
  return unprocessableFile(percent >= 1 ? reason("audio_cut_at", { percent }) : "audio_cut_short");
}

async function readMovie(file: FileBytes, from: number, { size, headerBytes }: BoxHeader): Promise<Buffer> {
  if (size > maxMovieBytes) throw unprocessableFile("audio_damaged_index_size");
  return file.read(from, size - headerBytes);
}

interface BoxHeader {
  readonly type: string;
  readonly size: number;
  readonly headerBytes: number;
}

/** A box size is 32 bits, 64 bits when it is 1, or the rest of the file when it is 0. */
function parseHeader(bytes: Buffer, remaining: number): BoxHeader | null {
  if (bytes.length < 8) return null;
  const type = bytes.toString("latin1", 4, 8);
  const short = bytes.readUInt32BE(0);
  if (short === 0) return { type, size: remaining, headerBytes: 8 };
  if (short !== 1) return short < 8 ? null : { type, size: short, headerBytes: 8 };
  if (bytes.length < 16) return null;
  const size = Number(bytes.readBigUInt64BE(8));
  return size < 16 ? null : { type, size, headerBytes: 16 };
}

/** The child boxes; those that do not fit are dropped. */
export function* readBoxes(data: Buffer): Generator<Box> {
  let at = 0;
  while (at + 8 <= data.length) {
    const header = parseHeader(data.subarray(at, at + 16), data.length - at);
    if (!header || at + header.size > data.length) return;
    yield { type: header.type, data: data.subarray(at + header.headerBytes, at + header.size) };
    at += header.size;
  }
}

/** The first box at a path such as `mdia/minf/stbl`; null for none. */
export function findBox(data: Buffer, path: string): Buffer | null {
  let current: Buffer | null = data;
  for (const type of path.split("/")) {
    if (!current) return null;
    current = [...readBoxes(current)].find((box) => box.type === type)?.data ?? null;
  }
  return current;
}

/** All boxes of a type. */
export function findBoxes(data: Buffer, type: string): Buffer[] {
  return [...readBoxes(data)].filter((box) => box.type === type).map((box) => box.data);
}
