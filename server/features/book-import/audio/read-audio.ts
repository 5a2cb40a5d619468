import type { Reason, ReasonCode } from "#shared/api/problem.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import { type AudioInfo, assertPlausibleDuration, type FoundChapter } from "./audio-info.ts";
import { FileBytes } from "./file-bytes.ts";
import { readFlac } from "./flac.ts";
import { readMp3 } from "./mp3.ts";
import { isMp4, RemuxRequiredError, readMp4 } from "./mp4.ts";
import { readOgg } from "./ogg.ts";
import { readTags, type Tags } from "./tags.ts";

export interface Audio {
  readonly audio: AudioInfo;
  readonly tags: Tags;
  /** From the container, else from the tags; empty for none. */
  readonly chapters: readonly FoundChapter[];
}

const maxTagBytes = 64 * 1024 * 1024;

/**
 * Reads an audio file by its content, not its name: exact duration, chapters, tags, cover.
 *
 * @throws {ProblemError} `unprocessable_file` with the reason
 * @throws {RemuxRequiredError} when ffmpeg must rewrite it first
 */
export async function readAudio(path: string): Promise<Audio> {
  const audioInfo = await readAudioBody(path);
  const tags = await readTags(path, audioInfo);
  const chapters = audioInfo.chapters.length ? audioInfo.chapters : tags.chapters;
  return { audio: audioInfo, tags, chapters: normalizeChapters(chapters, audioInfo.duration) };
}

async function readAudioBody(path: string): Promise<AudioInfo> {
  const file = await FileBytes.open(path);
  try {
    const audioInfo = await readByFormat(file);
    assertPlausibleDuration(audioInfo.duration);
    const wholeFile = [[0, file.size]] as const;
    return {
      ...audioInfo,
      rangesUpTo: (seconds) => (seconds >= audioInfo.duration ? wholeFile : audioInfo.rangesUpTo(seconds)),
    };
  } finally {
    await file.close();
  }
}

async function readByFormat(file: FileBytes): Promise<AudioInfo> {
  const from = await skipTags(file);
  const head = await file.read(from, 16);
  const signature = head.toString("latin1", 0, 4);
  if (from === 0 && isMp4(head)) return readMp4(file);
  if (isAdts(head)) throw new RemuxRequiredError("Players cannot determine the duration of raw AAC.", "copy");
  const audioInfo =
    signature === "OggS"
      ? await readOgg(file)
      : signature === "fLaC"
        ? await readFlac(file, from)
        : await readMp3(file, from);
  if (!audioInfo) throw unprocessableFile(getNoAudioReason(file, head));
  if (audioInfo.duration < 0.05) throw unprocessableFile("no_audio");
  return audioInfo;
}

/** The offset after ID3v2 tags. */
async function skipTags(file: FileBytes): Promise<number> {
  let at = 0;
  for (let count = 0; count < 8; count++) {
    const head = await file.read(at, 10);
    if (head.length < 10 || head.toString("latin1", 0, 3) !== "ID3") return at;
    const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6);
    const bytes = 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
    if (bytes > maxTagBytes || at + bytes > file.size) {
      throw unprocessableFile("audio_damaged_tag");
    }
    at += bytes + ((head[5] ?? 0) & 0x10 ? 10 : 0);
  }
  return at;
}

/** The sync word of AAC frames: like an MP3's with layer 0. */
const isAdts = (head: Buffer) => head.length >= 7 && head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;

function getNoAudioReason(file: FileBytes, head: Buffer): Reason | ReasonCode {
  if (file.size === 0) return "file_empty";
  const signature = head.toString("latin1", 0, 12);
  if (signature.startsWith("OggS")) return "ogg_without_audio";
  const format = unsupportedFormats.find(([, pattern]) => pattern.test(signature))?.[0];
  return format ? reason("audio_format_unsupported", { format }) : "not_audio";
}

const unsupportedFormats: ReadonlyArray<readonly [name: string, signature: RegExp]> = [
  ["WAV", /^(?:RIFF|RF64|riff)/],
  ["AIFF", /^FORM.{4}AIF/s],
  ["WMA", /^0&\xb2\x75/],
  ["WebM/Matroska", /^.E\xdf\xa3/s],
  ["Monkey’s Audio", /^MAC /],
  ["WavPack", /^wvpk/],
  ["AMR", /^#!AMR/],
];

function normalizeChapters(found: readonly FoundChapter[], duration: number): readonly FoundChapter[] {
  const inside = found.filter(({ start }) => start >= 0 && start < duration - 0.01);
  const sorted = [...inside].sort((a, b) => a.start - b.start);
  const distinct = sorted.filter(
    (chapter, i) => i === 0 || chapter.start - (sorted[i - 1]?.start ?? 0) >= 0.01,
  );
  return distinct.map(({ title, start }, i) => ({
    title: title
      .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
      .trim()
      .slice(0, 500),
    start: i === 0 ? 0 : start,
    end: distinct[i + 1]?.start ?? duration,
  }));
}
