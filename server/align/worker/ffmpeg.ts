import { spawn } from "node:child_process";
import { type AudioFeatures, FeatureExtractor } from "#server/align/feature-extractor.ts";
import { parseSamples } from "./espeak.ts";
import { AlignmentRejectedError, type AudioChapter, type AudioFileRow } from "./task.ts";

const sampleRate = 16_000;
const silentMs = 60_000;
const slackSeconds = 5;

export interface AudibleChapter {
  readonly chapter: AudioChapter;
  readonly heard: AudioFeatures;
}

/**
 * Decodes the chapters of a file from its start, because seeking is inexact in some formats.
 *
 * @param started called with the process, and with null when it has ended
 * @throws {AlignmentRejectedError} when ffmpeg is missing or fails
 */
export async function* listenToChapters(
  program: string,
  file: AudioFileRow,
  requested: (chapter: AudioChapter) => boolean,
  started: (pid: number | null) => void,
): AsyncGenerator<AudibleChapter> {
  const chapters = file.chapters.filter(requested).sort((a, b) => a.start - b.start);
  const end = Math.max(0, ...chapters.map((chapter) => chapter.end)) + slackSeconds;
  const decoder = startDecoder(program, file.path, end);
  if (decoder.pid !== undefined) started(decoder.pid);
  try {
    let at = 0;
    let samples: Int16Array = emptySamples;
    const source = piecesOf(decoder, file.name);
    for (const chapter of chapters) {
      const extractor = new FeatureExtractor(sampleRate);
      const [from, to] = [chapter.start, chapter.end].map((seconds) => Math.round(seconds * sampleRate));
      while (at + samples.length < (to ?? 0)) {
        listen(extractor, samples, at, from ?? 0, to ?? 0);
        at += samples.length;
        const next = await source.next();
        samples = next.done ? emptySamples : next.value;
        if (next.done) break;
      }
      listen(extractor, samples, at, from ?? 0, to ?? 0);
      yield { chapter, heard: extractor.finish() };
    }
    if (at + samples.length === 0) throw new AlignmentRejectedError("unreadable-sound", file.name);
  } finally {
    decoder.kill("SIGKILL");
    started(null);
  }
}

const emptySamples = new Int16Array(0);

/** Passes the samples in `[from, to)` to the extractor; `at` is the index of the first sample. */
function listen(
  extractor: FeatureExtractor,
  samples: Int16Array,
  at: number,
  from: number,
  to: number,
): void {
  const [first, last] = [Math.max(0, from - at), Math.min(samples.length, to - at)];
  if (last > first) extractor.hear(samples.subarray(first, last));
}

function startDecoder(program: string, path: string, seconds: number) {
  const input = ["-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", `file:${path}`];
  const output = ["-map", "0:a:0", "-ac", "1", "-ar", String(sampleRate), "-t", seconds.toFixed(2)];
  return spawn(program, [...input, ...output, "-f", "s16le", "pipe:1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function* piecesOf(decoder: ReturnType<typeof startDecoder>, name: string): AsyncGenerator<Int16Array> {
  const missing = new Promise<never>((_, refuse) => {
    decoder.once("error", () => refuse(new AlignmentRejectedError("missing-tools")));
  });
  missing.catch(() => {});
  const source = decoder.stdout[Symbol.asyncIterator]();
  let odd: Buffer = Buffer.alloc(0);
  for (;;) {
    const hanging = setTimeout(() => decoder.kill("SIGKILL"), silentMs);
    const next = await Promise.race([source.next(), missing]).finally(() => clearTimeout(hanging));
    if (next.done) break;
    const bytes = Buffer.concat([odd, next.value as Buffer]);
    const whole = bytes.length & ~1;
    odd = bytes.subarray(whole);
    yield parseSamples(bytes.subarray(0, whole));
  }
  if (odd.length > 1) throw new AlignmentRejectedError("unreadable-sound", name);
}
