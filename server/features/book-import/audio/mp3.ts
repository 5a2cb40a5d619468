import { type AudioInfo, TimeIndex } from "./audio-info.ts";
import type { FileBytes } from "./file-bytes.ts";

const maxSkippedBytes = 1024 * 1024;

const minFrames = 3;

/**
 * Reads an MP3 frame by frame: exact with or without a header.
 *
 * @param from the offset after the tags
 * @returns null when there is no MP3 audio
 */
export async function readMp3(file: FileBytes, from: number): Promise<AudioInfo | null> {
  const scan = await scanFrames(file, from);
  if (scan.frames < minFrames) return null;
  const { first, end, duration, index, declaredFrames, isTruncated } = scan;
  const isShort = isTruncated || (declaredFrames !== null && scan.frames < declaredFrames - 1);
  return {
    mediaType: "audio/mpeg",
    extension: "mp3",
    codec: "mp3",
    duration,
    chapters: [],
    endsEarly: isShort,
    rangesUpTo: (seconds) => [[0, index.offsetAt(seconds) ?? Math.max(end, first)]],
  };
}

async function scanFrames(file: FileBytes, from: number) {
  const window = file.createWindow();
  const index = new TimeIndex();
  let [at, frames, samples, rate, first, end, skipped] = [from, 0, 0, 0, from, from, 0];
  let declaredFrames: number | null = null;
  let isTruncated = false;
  while (at + 4 <= file.size && skipped < maxSkippedBytes) {
    if (!window.isLoaded(at, maxFrameBytes)) await window.load(at, maxFrameBytes);
    const bytes = window.bytes(at);
    const frame = parseFrame(bytes, 0);
    if (!frame || (rate && frame.rate !== rate) || !isFollowed(bytes, frame, frames > 0 && skipped === 0)) {
      skipped++;
      at++;
      continue;
    }
    if (at + frame.bytes > file.size) {
      isTruncated = true;
      break;
    }
    skipped = 0;
    const headerFrameCount = frames === 0 ? readFrameCount(bytes, frame) : null;
    if (headerFrameCount === null) {
      if (!frames++) [first, rate] = [at, frame.rate];
      samples += frame.samples;
      index.addFrame(samples / frame.rate, at);
    } else declaredFrames = headerFrameCount;
    at += frame.bytes;
    end = at;
  }
  return {
    frames,
    duration: rate ? samples / rate : 0,
    index,
    first,
    end,
    declaredFrames,
    isTruncated,
  };
}

/** The longest frame and the header of the next. */
const maxFrameBytes = 2881 + 4;

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  readonly isMono: boolean;
  readonly isVersion1: boolean;
}

const kbps = {
  version1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  version2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/** Parses a layer III frame header. */
function parseFrame(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return null;
  const [, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  const version = (second >> 3) & 3;
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return null;
  const isVersion1 = version === 3;
  const rate = (rates[(third >> 2) & 3] ?? 0) / (isVersion1 ? 1 : version === 2 ? 2 : 4);
  const bits = (kbps[isVersion1 ? "version1" : "version2"][third >> 4] ?? 0) * 1000;
  if (!rate || !bits) return null;
  const samples = isVersion1 ? 1152 : 576;
  const padding = (third >> 1) & 1;
  return {
    bytes: Math.floor((samples / 8) * (bits / rate)) + padding,
    samples,
    rate,
    isMono: fourth >> 6 === 3,
    isVersion1,
  };
}

function isFollowed(bytes: Buffer, frame: Frame, isInSequence: boolean): boolean {
  if (isInSequence || bytes.length < frame.bytes + 4) return isInSequence || bytes.length >= frame.bytes;
  return parseFrame(bytes, frame.bytes)?.rate === frame.rate;
}

/** The frame count of a Xing/VBRI header; null for an audio frame. */
function readFrameCount(bytes: Buffer, frame: Frame): number | null {
  const sideInfoBytes = frame.isVersion1 ? (frame.isMono ? 17 : 32) : frame.isMono ? 9 : 17;
  const signature = bytes.toString("latin1", 4 + sideInfoBytes, 8 + sideInfoBytes);
  if (signature === "Xing" || signature === "Info") {
    const hasFrames = ((bytes[4 + sideInfoBytes + 7] ?? 0) & 1) === 1;
    return hasFrames && bytes.length >= sideInfoBytes + 16 ? bytes.readUInt32BE(sideInfoBytes + 12) : 0;
  }
  if (bytes.toString("latin1", 36, 40) === "VBRI" && bytes.length >= 54) return bytes.readUInt32BE(50);
  return null;
}
