import { execFile } from "node:child_process";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { unavailable, unprocessableFile } from "#server/http/api/problem.ts";
import type { AudioInfo } from "./audio-info.ts";
import { RemuxRequiredError } from "./mp4.ts";
import { readAudio } from "./read-audio.ts";

const run = promisify(execFile);

const maxMs = 120_000;
const maxSeconds = 3_600;

const maxMissing = { seconds: 0.5, fraction: 0.02 };

export interface TranscodedAudio {
  readonly path: string;
  readonly mediaType: AudioInfo["mediaType"];
  readonly extension: string;
  /** Seconds. */
  readonly duration: number;
}

interface UploadedAudio {
  readonly demuxer: "mp3" | "mov" | "ogg" | "flac" | "wav" | "aac";
  /** The declared duration in seconds; null when only decoding reveals it. */
  readonly duration: number | null;
}

/** MP3 plays everywhere; AAC is used when ffmpeg has no MP3 encoder. */
const encodings = [
  {
    extension: "mp3",
    args: ["-c:a", "libmp3lame", "-id3v2_version", "0", "-write_id3v1", "0", "-f", "mp3"],
  },
  { extension: "m4a", args: ["-c:a", "aac", "-movflags", "+faststart", "-f", "ipod"] },
] as const;

/**
 * Transcodes an uploaded recording into `folder`.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason; `unavailable` without ffmpeg
 */
export async function transcodeUpload(file: string, folder: string): Promise<TranscodedAudio> {
  const format = await detectFormat(file);
  await rejectUnusualAudio(file, format);
  const { encodedFile, extension } = await encode(file, format, folder);
  const { mediaType, duration } = await probeAudio(encodedFile);
  rejectLong(duration);
  rejectGaps(format, duration);
  return { path: encodedFile, mediaType, extension, duration };
}

async function probeAudio(encodedFile: string): Promise<AudioInfo> {
  try {
    return (await readAudio(encodedFile)).audio;
  } catch {
    throw unprocessableFile("no_audio");
  }
}

async function detectFormat(file: string): Promise<UploadedAudio> {
  if (await isWav(file)) {
    await rejectTruncatedWav(file);
    return { demuxer: "wav", duration: null };
  }
  try {
    const { audio } = await readAudio(file);
    if (audio.endsEarly) throw truncated();
    const { duration, extension } = audio;
    rejectLong(duration);
    return { demuxer: extension === "m4b" ? "mov" : extension, duration };
  } catch (error) {
    if (!(error instanceof RemuxRequiredError)) throw error;
    return { demuxer: (await isMovie(file)) ? "mov" : "aac", duration: null };
  }
}

function rejectLong(seconds: number): void {
  if (seconds > maxSeconds) throw unprocessableFile("recording_too_long");
}

function rejectGaps(input: UploadedAudio, result: number): void {
  const expected = input.duration ?? result;
  if (result < expected - maxMissing.seconds - expected * maxMissing.fraction) {
    throw unprocessableFile("audio_partly_unplayable");
  }
}

const isWav = async (file: string) => /^RIFF....WAVE/s.test((await getHead(file)).toString("latin1"));
const isMovie = async (file: string) => (await getHead(file)).toString("latin1", 4, 8) === "ftyp";

/** @throws {ProblemError} `unprocessable_file` for truncated files; streams declare no length */
async function rejectTruncatedWav(file: string): Promise<void> {
  const expected = (await getHead(file)).readUInt32LE(4);
  if (expected !== 0xffffffff && (await stat(file)).size < expected + 8) throw truncated();
}

const truncated = () => unprocessableFile("audio_cut_short");

async function getHead(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const imageCodecs: ReadonlySet<string> = new Set(["mjpeg", "png", "bmp", "gif", "webp"]);

interface Stream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly sample_rate?: string;
  readonly channels?: number;
}

const defaults = { minHertz: 4_000, maxHertz: 384_000, maxChannels: 8 };

/** @throws {ProblemError} `unprocessable_file` for video and unusual audio formats */
async function rejectUnusualAudio(file: string, { demuxer }: UploadedAudio): Promise<void> {
  const requested = ["-show_entries", "stream=codec_type,codec_name,sample_rate,channels", "-of", "json"];
  const input = await runTool("ffprobe", ["-v", "quiet", "-f", demuxer, ...requested, `file:${file}`]);
  const { streams = [] } = JSON.parse(input ?? "{}") as { readonly streams?: readonly Stream[] };
  for (const { codec_type: type, codec_name: codec = "", sample_rate, channels = 0 } of streams) {
    if (type === "video" && !imageCodecs.has(codec)) throw unprocessableFile("audio_is_video");
    const hertz = Number(sample_rate ?? defaults.minHertz);
    const isSupported =
      hertz >= defaults.minHertz && hertz <= defaults.maxHertz && channels <= defaults.maxChannels;
    if (type === "audio" && !isSupported) throw unprocessableFile("audio_damaged");
  }
}

async function encode(file: string, { demuxer }: UploadedAudio, folder: string) {
  const from = ["-nostdin", "-v", "error", "-f", demuxer, "-i", `file:${file}`];
  const stripArguments = [
    "-map",
    "0:a:0",
    "-map_metadata",
    "-1",
    "-map_chapters",
    "-1",
    "-fflags",
    "+bitexact",
  ];
  const audio = [
    "-b:a",
    "160k",
    "-ar",
    "44100",
    "-ac",
    "2",
    "-flags:a",
    "+bitexact",
    "-t",
    String(maxSeconds + 1),
  ];
  const [best, fallback] = encodings;
  for (const { extension, args } of [best, fallback]) {
    const encodedFile = path.join(folder, `clean.${extension}`);
    const hasEncoder = await runTool("ffmpeg", [...from, ...stripArguments, ...audio, ...args, encodedFile]);
    if (hasEncoder !== null) return { encodedFile, extension };
  }
  throw notInstalled();
}

/** Null when ffmpeg has no encoder. */
async function runTool(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout } = await run(program, [...args], { timeout: maxMs, maxBuffer: 4_000_000 });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === "ENOENT") throw notInstalled();
    if (/Unknown encoder/.test(stderr ?? "")) return null;
    throw unprocessableFile("audio_damaged");
  }
}

const notInstalled = () => unavailable("ffmpeg_missing");
