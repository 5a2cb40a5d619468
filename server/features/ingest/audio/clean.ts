import { execFile } from "node:child_process";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { refusedFile, unavailable } from "#server/http/problem.ts";
import { NeedsRemux } from "./mp4.ts";
import { readAudio } from "./read-audio.ts";
import type { Sound } from "./sound.ts";

const run = promisify(execFile);

/** What the programs take for a sound of an hour, with room to spare. */
const mostMs = 60_000;
const mostSeconds = 3_600;

/** Seconds, and a share of the whole, by which what sounds may fall short of what the file says. */
const mostMissing = { seconds: 0.5, share: 0.02 };

/** A sound made anew: one stream that every browser plays, without tags, pictures and chapters. */
export interface CleanSound {
  readonly path: string;
  readonly mediaType: Sound["mediaType"];
  readonly extension: string;
  /** Seconds. */
  readonly duration: number;
}

/** What a file was found to be: how ffmpeg reads it, and whether its sound can stay as it is. */
interface Given {
  readonly demuxer: "mp3" | "mov" | "ogg" | "flac" | "wav" | "aac";
  readonly staysAs: "mp3" | "m4a" | null;
  /** Seconds that the file says it holds; null where only decoding tells. */
  readonly duration: number | null;
}

/**
 * Reads a short sound by what it is, decodes it to its end, and writes its sound alone into a new file of `folder`.
 *
 * @throws {ProblemError} `refused_file` with the reason; `unavailable` where ffmpeg is not installed.
 */
export async function cleanSound(file: string, folder: string): Promise<CleanSound> {
  const given = await recognise(file);
  await refuseVideo(file, given);
  const clean = path.join(folder, `clean.${given.staysAs ?? "m4a"}`);
  await rewrite(file, given, clean);
  const { sound } = await readAudio(clean);
  await refuseGaps(clean, given, sound);
  const { mediaType, duration } = sound;
  return { path: clean, mediaType, extension: given.staysAs ?? "m4a", duration };
}

async function recognise(file: string): Promise<Given> {
  if (await isWav(file)) {
    await refuseCutWav(file);
    return { demuxer: "wav", staysAs: null, duration: null };
  }
  try {
    const { sound } = await readAudio(file);
    if (sound.warnings[0]) throw cutShort();
    if (sound.duration > mostSeconds) throw refusedFile("This is longer than an hour: no call to prayer is.");
    const { duration } = sound;
    if (sound.extension === "mp3") return { demuxer: "mp3", staysAs: "mp3", duration };
    if (sound.extension !== "m4b") return { demuxer: sound.extension, staysAs: null, duration };
    return { demuxer: "mov", staysAs: sound.codec === "aac" ? "m4a" : null, duration };
  } catch (error) {
    if (!(error instanceof NeedsRemux)) throw error;
    return { demuxer: (await isMovie(file)) ? "mov" : "aac", staysAs: null, duration: null };
  }
}

const isWav = async (file: string) => /^RIFF....WAVE/s.test((await headOf(file)).toString("latin1"));
const isMovie = async (file: string) => (await headOf(file)).toString("latin1", 4, 8) === "ftyp";

/** @throws {ProblemError} `refused_file` for one that ends before its header says; a stream's says nothing. */
async function refuseCutWav(file: string): Promise<void> {
  const promised = (await headOf(file)).readUInt32LE(4);
  if (promised !== 0xffffffff && (await stat(file)).size < promised + 8) throw cutShort();
}

const cutShort = () =>
  refusedFile("This audio file is damaged: it ends before its sound does. Please copy it again.");

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Pictures that covers and chapters bring along are no films. */
const stills: ReadonlySet<string> = new Set(["mjpeg", "png", "bmp", "gif", "webp"]);

async function refuseVideo(file: string, { demuxer }: Given): Promise<void> {
  const asked = ["-show_entries", "stream=codec_type,codec_name", "-of", "csv=p=0"];
  const told = await ask("ffprobe", ["-v", "quiet", "-f", demuxer, ...asked, `file:${file}`]);
  for (const line of told.split("\n")) {
    const [codec = "", type] = line.trim().split(",");
    if (type === "video" && !stills.has(codec))
      throw refusedFile("This is a film. Please send its sound alone.");
  }
}

async function rewrite(file: string, { demuxer, staysAs }: Given, clean: string): Promise<void> {
  // The format is named, so that no file can make ffmpeg take it for a list of other files.
  const from = ["-nostdin", "-v", "error", "-f", demuxer, "-i", `file:${file}`];
  const bare = ["-map", "0:a:0", "-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact"];
  const codec = staysAs
    ? ["-c:a", "copy"]
    : ["-c:a", "aac", "-b:a", "160k", "-ac", "2", "-flags:a", "+bitexact"];
  const as =
    staysAs === "mp3"
      ? ["-id3v2_version", "0", "-write_id3v1", "0", "-f", "mp3"]
      : ["-movflags", "+faststart", "-f", "ipod"];
  await ask("ffmpeg", [...from, ...bare, ...codec, "-t", String(mostSeconds + 1), ...as, clean]);
}

/** Decodes the whole: what cannot be decoded is not heard, whatever its frames say. */
async function refuseGaps(clean: string, given: Given, { duration, extension }: Sound): Promise<void> {
  if (duration > mostSeconds) throw refusedFile("This is longer than an hour: no call to prayer is.");
  const demuxer = extension === "mp3" ? "mp3" : "mov";
  const told = await ask("ffmpeg", [
    ...["-nostdin", "-v", "quiet", "-f", demuxer, "-i", `file:${clean}`],
    ...["-map", "0:a:0", "-f", "null", "-progress", "pipe:1", "-"],
  ]);
  const heard = Number([...told.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? 0) / 1e6;
  const promised = given.duration ?? duration;
  if (heard < promised - mostMissing.seconds - promised * mostMissing.share) {
    throw refusedFile("This audio file is damaged: some of its sound cannot be played.");
  }
}

async function ask(program: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(program, [...words], { timeout: mostMs, maxBuffer: 4_000_000 });
    return stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") {
      throw unavailable(
        "Recordings are checked by ffmpeg, which is not installed here (Debian: apt install ffmpeg).",
      );
    }
    throw refusedFile("This audio file is damaged: it cannot be played.");
  }
}
