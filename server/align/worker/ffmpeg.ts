import { spawn } from "node:child_process";
import { type AudioFeatures, FeatureExtractor } from "#server/align/feature-extractor.ts";
import { parseSamples } from "./espeak.ts";
import { AlignmentRejectedError, type AudioChapter, type AudioFileRow } from "./task.ts";

const sampleRate = 16_000;
const stallTimeoutMs = 60_000;
const toleranceSeconds = 5;

export interface AudibleChapter {
  readonly chapter: AudioChapter;
  readonly features: AudioFeatures;
}

/** Containers with the time of every packet, in which seeking is exact to the sample. */
const seeksExactly = /\.(m4b|m4a|mp4|flac|wav)$/i;

/**
 * Decodes the chapters of a file: from its start where seeking is inexact, otherwise from each chapter's
 * start.
 *
 * @param onDecoder called with the process id, and with null when it has ended
 * @throws {AlignmentRejectedError} when ffmpeg is missing or fails
 */
export async function* decodeChapters(
  program: string,
  file: AudioFileRow,
  isRequested: (chapter: AudioChapter) => boolean,
  onDecoder: (pid: number | null) => void,
): AsyncGenerator<AudibleChapter> {
  const chapters = file.chapters.filter(isRequested).sort((a, b) => a.start - b.start);
  const runs = seeksExactly.test(file.path) ? splitRuns(chapters) : [chapters];
  for (const run of runs) yield* decodeRun(program, file, run, onDecoder);
}

/** Chapters that follow each other, so that audio between them is not decoded. */
function splitRuns(chapters: readonly AudioChapter[]): readonly (readonly AudioChapter[])[] {
  const runs: AudioChapter[][] = [];
  for (const chapter of chapters) {
    const run = runs.at(-1);
    if (run && chapter.start - (run.at(-1)?.end ?? 0) < toleranceSeconds) run.push(chapter);
    else runs.push([chapter]);
  }
  return runs;
}

async function* decodeRun(
  program: string,
  file: AudioFileRow,
  chapters: readonly AudioChapter[],
  onDecoder: (pid: number | null) => void,
): AsyncGenerator<AudibleChapter> {
  const seekSeconds = seeksExactly.test(file.path) ? (chapters[0]?.start ?? 0) : 0;
  const end = Math.max(0, ...chapters.map((chapter) => chapter.end)) + toleranceSeconds;
  const decoder = startDecoder(program, file.path, seekSeconds, end);
  if (decoder.pid !== undefined) onDecoder(decoder.pid);
  try {
    let index = Math.round(seekSeconds * sampleRate);
    let decoded = 0;
    let samples: Int16Array = emptySamples;
    const source = readSamples(decoder, file.name);
    for (const chapter of chapters) {
      const extractor = new FeatureExtractor(sampleRate);
      const [from, to] = [chapter.start, chapter.end].map((seconds) => Math.round(seconds * sampleRate));
      while (index + samples.length < (to ?? 0)) {
        processSamples(extractor, samples, index, from ?? 0, to ?? 0);
        index += samples.length;
        const next = await source.next();
        samples = next.done ? emptySamples : next.value;
        decoded += samples.length;
        if (next.done) break;
      }
      processSamples(extractor, samples, index, from ?? 0, to ?? 0);
      yield { chapter, features: extractor.finish() };
    }
    if (decoded === 0) throw new AlignmentRejectedError("unreadable-audio", file.name);
  } finally {
    decoder.kill("SIGKILL");
    onDecoder(null);
  }
}

/**
 * Decodes a span whose exact position does not matter; in some formats it is off by seconds.
 *
 * @param span in seconds of the file
 * @throws {AlignmentRejectedError} when ffmpeg is missing or fails
 */
export async function decodeSpan(
  program: string,
  file: AudioFileRow,
  span: { readonly from: number; readonly to: number },
  onDecoder: (pid: number | null) => void,
): Promise<AudioFeatures> {
  const decoder = startDecoder(program, file.path, span.from, span.to);
  if (decoder.pid !== undefined) onDecoder(decoder.pid);
  try {
    const extractor = new FeatureExtractor(sampleRate);
    for await (const samples of readSamples(decoder, file.name)) extractor.process(samples);
    return extractor.finish();
  } finally {
    decoder.kill("SIGKILL");
    onDecoder(null);
  }
}

const emptySamples = new Int16Array(0);

/** Passes the samples in `[from, to)` to the extractor; `index` is that of the first sample. */
function processSamples(
  extractor: FeatureExtractor,
  samples: Int16Array,
  index: number,
  from: number,
  to: number,
): void {
  const [first, last] = [Math.max(0, from - index), Math.min(samples.length, to - index)];
  if (last > first) extractor.process(samples.subarray(first, last));
}

function startDecoder(program: string, path: string, from: number, to: number) {
  const seek = from > 0 ? ["-ss", from.toFixed(6)] : [];
  const input = [
    "-nostdin",
    "-v",
    "error",
    "-protocol_whitelist",
    "file,pipe",
    ...seek,
    "-i",
    `file:${path}`,
  ];
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(sampleRate), "-t", (to - from).toFixed(2)];
  return spawn(program, [...input, ...output, "-f", "s16le", "pipe:1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function* readSamples(
  decoder: ReturnType<typeof startDecoder>,
  name: string,
): AsyncGenerator<Int16Array> {
  const missing = new Promise<never>((_, reject) => {
    decoder.once("error", () => reject(new AlignmentRejectedError("missing-tools")));
  });
  missing.catch(() => {});
  const source = decoder.stdout[Symbol.asyncIterator]();
  let remainder: Buffer = Buffer.alloc(0);
  for (;;) {
    const stallTimer = setTimeout(() => decoder.kill("SIGKILL"), stallTimeoutMs);
    const next = await Promise.race([source.next(), missing]).finally(() => clearTimeout(stallTimer));
    if (next.done) break;
    const bytes = Buffer.concat([remainder, next.value as Buffer]);
    const evenBytes = bytes.length & ~1;
    remainder = bytes.subarray(evenBytes);
    yield parseSamples(bytes.subarray(0, evenBytes));
  }
  if (remainder.length > 1) throw new AlignmentRejectedError("unreadable-audio", name);
}
