import { type AudioInfo, TimeIndex } from "./audio-info.ts";
import type { FileBytes } from "./file-bytes.ts";

/** The maximum of a frame header. */
const headerBytes = 16;

/**
 * Reads a FLAC file.
 *
 * @param from offset of `fLaC`
 * @returns null when its first block is damaged
 */
export async function readFlac(file: FileBytes, from: number): Promise<AudioInfo | null> {
  const head = await file.read(from, 42);
  if (head.length < 42 || ((head[4] ?? 0) & 0x7f) !== 0) return null;
  const rate = (head.readUInt32BE(18) >>> 12) & 0xfffff;
  if (!rate) return null;
  const declaredSamples = ((head[21] ?? 0) & 15) * 2 ** 32 + head.readUInt32BE(22);
  const start = await findAudioStart(file, from + 4);
  if (start === null) return null;
  const { index, samples } = await scanFrames(file, start, head.readUInt16BE(8), rate);
  const isTruncated = declaredSamples > 0 && samples < declaredSamples - rate / 10;
  if (!samples) return null;
  return {
    mediaType: "audio/flac",
    extension: "flac",
    codec: "flac",
    duration: (declaredSamples && !isTruncated ? declaredSamples : samples) / rate,
    chapters: [],
    endsEarly: isTruncated,
    rangesUpTo: (seconds) => [[0, index.offsetAt(seconds) ?? file.size]],
  };
}

/** Maximum number of metadata blocks. */
const maxBlocks = 1000;

/** Skips the metadata blocks. */
async function findAudioStart(file: FileBytes, from: number): Promise<number | null> {
  let at = from;
  for (let count = 0; count < maxBlocks; count++) {
    const block = await file.read(at, 4);
    if (block.length < 4) return null;
    at += 4 + block.readUIntBE(1, 3);
    if ((block[0] ?? 0) & 0x80) return at;
  }
  return null;
}

/** Finds frames by sync code and header checksum. */
async function scanFrames(file: FileBytes, from: number, blockSize: number, rate: number) {
  const window = file.createWindow();
  const index = new TimeIndex();
  let at = from;
  let samples = 0;
  while (at < file.size) {
    if (!window.isLoaded(at, headerBytes)) await window.load(at, headerBytes);
    const bytes = window.bytes(at);
    const found = bytes.indexOf(0xff);
    if (found !== 0) {
      at += found < 0 ? bytes.length : found;
      continue;
    }
    const frame = parseFrame(bytes, blockSize);
    // A header with another position is a coincidence.
    if (frame && Math.abs(frame.first - samples) < 1) {
      samples += frame.samples;
      index.addFrame(samples / rate, at);
    }
    at++;
  }
  return { index, samples };
}

const sizes = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768];

function parseFrame(bytes: Buffer, blockSize: number): { first: number; samples: number } | null {
  const second = bytes[1] ?? 0;
  if (bytes[0] !== 0xff || (second & 0xfe) !== 0xf8) return null;
  const [sizeCode, rateCode] = [(bytes[2] ?? 0) >> 4, (bytes[2] ?? 0) & 15];
  if (sizeCode === 0 || rateCode === 15) return null;
  const number = parseCodedNumber(bytes, 4);
  if (!number) return null;
  let at = 4 + number.bytes;
  let samples = sizes[sizeCode] ?? 0;
  if (sizeCode === 6) samples = (bytes[at] ?? 0) + 1;
  if (sizeCode === 7) samples = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) + 1;
  at += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  at += rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
  if (computeCrc8(bytes.subarray(0, at)) !== bytes[at]) return null;
  return { first: second & 1 ? number.value : number.value * blockSize, samples };
}

/** A UTF-8 coded number of up to 36 bits. */
function parseCodedNumber(bytes: Buffer, at: number): { value: number; bytes: number } | null {
  const firstByte = bytes[at] ?? 0;
  if (firstByte < 0x80) return { value: firstByte, bytes: 1 };
  const length = Math.clz32(~(firstByte << 24));
  if (length < 2 || length > 7) return null;
  let value = firstByte & (0x7f >> length);
  for (let i = 1; i < length; i++) value = value * 64 + ((bytes[at + i] ?? 0) & 63);
  return { value, bytes: length };
}

function computeCrc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 255 : crc << 1;
  }
  return crc;
}
