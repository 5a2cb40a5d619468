import { unprocessableFile } from "#server/http/api/problem.ts";
import type { AudioInfo, ByteRange } from "./audio-info.ts";
import type { FileBytes } from "./file-bytes.ts";
import { readOutline, truncatedError } from "./mp4-boxes.ts";
import { getChapters } from "./mp4-chapters.ts";
import { getMovieDuration, parseSamples, readTracks, type Sample, type Track } from "./mp4-track.ts";

const maxDurationDifference = 1;

/** Maximum number of ranges for a sample. */
const maxRanges = 1000;

export class RemuxRequiredError extends Error {
  override readonly name = "RemuxRequiredError";
  readonly method: "copy" | "encode";

  constructor(message: string, method: "copy" | "encode") {
    super(message);
    this.method = method;
  }
}

/**
 * Reads an M4A or M4B.
 *
 * @throws {ProblemError} `unprocessable_file` when damaged, protected or without audio
 * @throws {RemuxRequiredError} when it must be rewritten first
 */
export async function readMp4(file: FileBytes): Promise<AudioInfo> {
  const { movie, isFragmented } = await readOutline(file);
  const tracks = readTracks(movie);
  const audioTracks = tracks.filter(({ handler }) => handler === "soun");
  const main = audioTracks[0];
  if (!main) throw unprocessableFile("no_audio");
  rejectUnplayable(main);
  if (isFragmented) throw new RemuxRequiredError("A sample cannot be cut from a fragmented MP4.", "copy");

  const end = findAudioEnd(audioTracks);
  if (!end.hasSamples) throw unprocessableFile("no_audio");
  if (end.at > file.size) throw truncatedError(file.size / end.at);
  const movieSeconds = getMovieDuration(movie);
  const duration =
    Math.abs(movieSeconds - main.duration) <= maxDurationDifference ? movieSeconds : main.duration;
  return {
    mediaType: "audio/mp4",
    extension: "m4b",
    codec: codecs[main.format] ?? main.format,
    duration,
    chapters: await getChapters(file, movie, tracks, duration),
    endsEarly: false,
    rangesUpTo: (seconds) => listRangesUpTo(file.size, audioTracks, seconds),
  };
}

const codecs: Readonly<Record<string, string>> = { mp4a: "aac", Opus: "opus", fLaC: "flac" };

function rejectUnplayable({ format }: Track): void {
  if (/^(drms|aavd|enca)$/.test(format)) {
    throw unprocessableFile("audiobook_protected");
  }
  if (!(format in codecs)) throw new RemuxRequiredError("Browsers cannot play this audio format.", "encode");
}

function findAudioEnd(tracks: readonly Track[]): { at: number; hasSamples: boolean } {
  let at = 0;
  let hasSamples = false;
  for (const track of tracks) {
    for (const { offset, bytes } of parseSamples(track)) {
      hasSamples = true;
      at = Math.max(at, offset + bytes);
    }
  }
  return { at, hasSamples };
}

/** All bytes except the audio after `seconds`. */
function listRangesUpTo(size: number, tracks: readonly Track[], seconds: number): ByteRange[] {
  const laterRanges: ByteRange[] = [];
  for (const track of tracks) {
    const until = seconds * track.timescale + track.skippedTicks;
    for (const sample of parseSamples(track)) if (sample.end > until) addRange(laterRanges, sample);
  }
  return listGaps(laterRanges, size).slice(0, maxRanges);
}

/** Adds the bytes of a sample, merged with the last range if adjacent. */
function addRange(ranges: ByteRange[], { offset, bytes }: Sample): void {
  const last = ranges.at(-1);
  if (last && last[1] === offset) ranges[ranges.length - 1] = [last[0], offset + bytes];
  else ranges.push([offset, offset + bytes]);
}

function listGaps(usedRanges: readonly ByteRange[], size: number): ByteRange[] {
  const gaps: ByteRange[] = [];
  let at = 0;
  for (const [from, to] of [...usedRanges].sort((a, b) => a[0] - b[0])) {
    if (from > at) gaps.push([at, from]);
    at = Math.max(at, to);
  }
  if (at < size) gaps.push([at, size]);
  return gaps;
}

/** Whether a file is an MP4, by its first box. */
export const isMp4 = (head: Buffer) =>
  /^(ftyp|moov|mdat|free|skip|wide)$/.test(head.toString("latin1", 4, 8));
