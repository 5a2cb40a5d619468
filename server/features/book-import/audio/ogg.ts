import { type AudioInfo, TimeIndex } from "./audio-info.ts";
import type { FileBytes } from "./file-bytes.ts";

const pageHeaderBytes = 27 + 255;

const noPosition = 2n ** 64n - 1n;

/**
 * Reads an Ogg file with Opus or Vorbis.
 *
 * @returns null for other codecs
 */
export async function readOgg(file: FileBytes): Promise<AudioInfo | null> {
  const stream = getCodec(await file.read(0, 4096));
  if (!stream) return null;
  const { index, seconds, isTruncated } = await readPages(file, stream);
  if (!seconds) return null;
  return {
    mediaType: "audio/ogg",
    extension: "ogg",
    codec: stream.codec,
    duration: seconds,
    chapters: [],
    endsEarly: isTruncated,
    rangesUpTo: (endTime) => [[0, index.offsetAt(endTime) ?? file.size]],
  };
}

interface Stream {
  readonly codec: "opus" | "vorbis";
  readonly serial: number;
  readonly rate: number;
  readonly skip: number;
}

function getCodec(head: Buffer): Stream | null {
  if (head.toString("latin1", 0, 4) !== "OggS" || head.length < 60) return null;
  const serial = head.readUInt32LE(14);
  const data = 27 + (head[26] ?? 0);
  if (head.toString("latin1", data, data + 8) === "OpusHead" && head.length >= data + 12) {
    return { codec: "opus", serial, rate: 48_000, skip: head.readUInt16LE(data + 10) };
  }
  if (head.toString("latin1", data, data + 7) === "\x01vorbis" && head.length >= data + 16) {
    const rate = head.readUInt32LE(data + 12);
    return rate ? { codec: "vorbis", serial, rate, skip: 0 } : null;
  }
  return null;
}

async function readPages(file: FileBytes, { serial, rate, skip }: Stream) {
  const window = file.createWindow();
  const index = new TimeIndex();
  let [at, seconds] = [0, 0];
  let isTruncated = false;
  while (at + 27 <= file.size) {
    if (!window.isLoaded(at, pageHeaderBytes)) await window.load(at, pageHeaderBytes);
    const page = parsePage(window.bytes(at));
    if (!page) {
      isTruncated = true;
      break;
    }
    if (at + page.bytes > file.size) {
      isTruncated = true;
      break;
    }
    const position = page.serial === serial ? page.position : noPosition;
    if (position !== noPosition) {
      const endTime = Math.max(seconds, (Number(position) - skip) / rate);
      if (endTime > seconds) index.addFrame(endTime, at);
      seconds = endTime;
    }
    at += page.bytes;
  }
  return { index, seconds, isTruncated };
}

function parsePage(bytes: Buffer): { bytes: number; position: bigint; serial: number } | null {
  if (bytes.length < 27 || bytes.toString("latin1", 0, 4) !== "OggS") return null;
  const segments = bytes[26] ?? 0;
  if (bytes.length < 27 + segments) return null;
  let length = 27 + segments;
  for (let i = 0; i < segments; i++) length += bytes[27 + i] ?? 0;
  return { bytes: length, position: bytes.readBigUInt64LE(6), serial: bytes.readUInt32LE(14) };
}
