import { unprocessableFile } from "#server/http/api/problem.ts";
import { findBox, findBoxes } from "./mp4-boxes.ts";

/** A track of an MP4. */
export interface Track {
  readonly id: number;
  /** `soun`, `text`, `vide`, … */
  readonly handler: string;
  /** The sample format, such as `mp4a`. */
  readonly format: string;
  /** Ticks per second. */
  readonly timescale: number;
  readonly duration: number;
  readonly skippedTicks: number;
  readonly table: Buffer;
  /** Ids of the chapter tracks. */
  readonly chapterTracks: readonly number[];
}

/** A hundred hours; longer files are rejected. */
const maxSamples = 20_000_000;

/** The byte range and time of a sample. */
export interface Sample {
  readonly offset: number;
  readonly bytes: number;
  /** Ticks. */
  readonly start: number;
  readonly end: number;
}

/** Reads all tracks of a `moov` box; those without required boxes are dropped. */
export function readTracks(movie: Buffer): Track[] {
  const scale = getMovieScale(movie);
  return findBoxes(movie, "trak").flatMap((track) => readTrack(track, scale) ?? []);
}

/** Seconds; 0 when not declared. */
export function getMovieDuration(movie: Buffer): number {
  const header = findBox(movie, "mvhd");
  return header ? readTimes(header).ticks / getMovieScale(movie) : 0;
}

function getMovieScale(movie: Buffer): number {
  const header = findBox(movie, "mvhd");
  return (header && readTimes(header).scale) || 1000;
}

/** `mvhd` and `mdhd` start alike; version 1 has 64-bit times. */
function readTimes(header: Buffer): { scale: number; ticks: number } {
  if (header.length < 32) return { scale: 0, ticks: 0 };
  if (header[0] === 1) return { scale: header.readUInt32BE(20), ticks: Number(header.readBigUInt64BE(24)) };
  return { scale: header.readUInt32BE(12), ticks: header.readUInt32BE(16) };
}

function readTrack(track: Buffer, scale: number): Track | null {
  const header = findBox(track, "tkhd");
  const media = findBox(track, "mdia/mdhd");
  const handler = findBox(track, "mdia/hdlr");
  const table = findBox(track, "mdia/minf/stbl");
  if (!header || header.length < 24 || !media || media.length < 20 || !handler || !table) return null;
  const { scale: timescale, ticks } = readTimes(Buffer.concat([media, Buffer.alloc(12)]));
  if (!timescale) return null;
  const edit = readEdit(findBox(track, "edts/elst"), scale);
  const chapters = findBox(track, "tref/chap");
  return {
    id: header[0] === 1 ? header.readUInt32BE(20) : header.readUInt32BE(12),
    handler: handler.toString("latin1", 8, 12),
    format: findBox(table, "stsd")?.toString("latin1", 12, 16) ?? "",
    timescale,
    duration: edit.seconds || ticks / timescale,
    skippedTicks: edit.skippedTicks,
    table,
    chapterTracks: chapters ? readNumbers(chapters) : [],
  };
}

const readNumbers = (data: Buffer) =>
  Array.from({ length: data.length >> 2 }, (_, i) => data.readUInt32BE(i * 4));

function readEdit(list: Buffer | null, scale: number): { seconds: number; skippedTicks: number } {
  let [seconds, skippedTicks] = [0, 0];
  if (!list || list.length < 8) return { seconds, skippedTicks };
  const isVersion1 = list[0] === 1;
  const [entryBytes, count] = [isVersion1 ? 20 : 12, list.readUInt32BE(4)];
  for (let i = 0; i < count && 8 + (i + 1) * entryBytes <= list.length; i++) {
    const at = 8 + i * entryBytes;
    seconds += (isVersion1 ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at)) / scale;
    const from = isVersion1 ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    if (from > 0 && !skippedTicks) skippedTicks = from;
  }
  return { seconds, skippedTicks };
}

/**
 * Iterates over the samples of a track.
 *
 * @throws {ProblemError} `unprocessable_file` when its tables contradict each other
 */
export function* parseSamples({ table }: Track): Generator<Sample> {
  const [sizes, times, groups] = [
    requireBox(table, "stsz"),
    requireBox(table, "stts"),
    requireBox(table, "stsc"),
  ];
  const offsets = findBox(table, "co64") ?? requireBox(table, "stco");
  const is64Bit = findBox(table, "co64") !== null;
  const total = sizes.readUInt32BE(8);
  const fixedSize = sizes.readUInt32BE(4);
  const chunks = offsets.readUInt32BE(4);
  const groupCount = groups.readUInt32BE(4);
  if (
    total > maxSamples ||
    (!fixedSize && 12 + total * 4 > sizes.length) ||
    8 + chunks * (is64Bit ? 8 : 4) > offsets.length ||
    8 + groupCount * 12 > groups.length
  ) {
    throw damagedIndex();
  }

  const clock = createSampleClock(times);
  let [sample, group] = [0, 0];
  for (let chunk = 0; chunk < chunks && sample < total; chunk++) {
    while (group + 1 < groupCount && groups.readUInt32BE(8 + 12 * (group + 1)) <= chunk + 1) group++;
    const count = groupCount ? groups.readUInt32BE(12 + 12 * group) : 0;
    let offset = is64Bit
      ? Number(offsets.readBigUInt64BE(8 + 8 * chunk))
      : offsets.readUInt32BE(8 + 4 * chunk);
    for (let i = 0; i < count && sample < total; i++, sample++) {
      const bytes = fixedSize || sizes.readUInt32BE(12 + 4 * sample);
      const [start, end] = clock();
      yield { offset, bytes, start, end };
      offset += bytes;
    }
  }
  if (sample < total) throw damagedIndex();
}

/** Start and end of each sample, from the run-length coded table. */
function createSampleClock(times: Buffer): () => [number, number] {
  const runs = Math.min(times.readUInt32BE(4), (times.length - 8) >> 3);
  let [run, remaining, length, now] = [-1, 0, 0, 0];
  return () => {
    while (remaining === 0 && run + 1 < runs) {
      run++;
      remaining = times.readUInt32BE(8 + 8 * run);
      length = times.readUInt32BE(12 + 8 * run);
    }
    if (remaining > 0) remaining--;
    const start = now;
    now += length;
    return [start, now];
  };
}

function requireBox(table: Buffer, type: string): Buffer {
  const box = findBox(table, type);
  if (!box || box.length < (type === "stsz" ? 12 : 8)) throw damagedIndex();
  return box;
}

const damagedIndex = () => unprocessableFile("audio_damaged_index");
