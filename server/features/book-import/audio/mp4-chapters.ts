import type { FoundChapter } from "./audio-info.ts";
import type { FileBytes } from "./file-bytes.ts";
import { findBox } from "./mp4-boxes.ts";
import { parseSamples, type Track } from "./mp4-track.ts";

const maxChapters = 5000;
const maxTitleBytes = 1024;

/** The chapters of an MP4: from its text track (QuickTime), else from its `chpl` box (Nero). */
export async function getChapters(
  file: FileBytes,
  movie: Buffer,
  tracks: readonly Track[],
  duration: number,
): Promise<readonly FoundChapter[]> {
  const chapterTrackIds = new Set(tracks.flatMap(({ chapterTracks }) => chapterTracks));
  const textTrack = tracks.find(
    ({ id, handler }) => chapterTrackIds.has(id) && /^(text|sbtl)$/.test(handler),
  );
  const found = textTrack ? await readTextTrack(file, textTrack) : [];
  const list = found.length ? null : findBox(movie, "udta/chpl");
  return list ? readChapterList(list, duration) : found;
}

async function readTextTrack(file: FileBytes, track: Track): Promise<FoundChapter[]> {
  const chapters: FoundChapter[] = [];
  for (const { offset, bytes, start, end } of parseSamples(track)) {
    if (chapters.length === maxChapters) break;
    const title = decodeText(await file.read(offset, Math.min(bytes, maxTitleBytes)));
    chapters.push({ title, start: start / track.timescale, end: end / track.timescale });
  }
  return chapters;
}

/** A text sample: length, then UTF-8, or UTF-16 after a byte order mark. */
function decodeText(sample: Buffer): string {
  if (sample.length < 2) return "";
  const text = sample.subarray(2, 2 + sample.readUInt16BE(0));
  if (text[0] !== 0xfe || text[1] !== 0xff) return text.toString("utf8");
  return Buffer.from(text.subarray(2, text.length & ~1))
    .swap16()
    .toString("utf16le");
}

/** Start times in units of 100 ns with titles. */
function readChapterList(list: Buffer, duration: number): FoundChapter[] {
  const starts: { title: string; start: number }[] = [];
  const countAt = list[0] === 0 ? 4 : 8;
  let at = countAt + 1;
  for (let remaining = list[countAt] ?? 0; remaining > 0 && at + 9 <= list.length; remaining--) {
    const length = list[at + 8] ?? 0;
    const title = list.toString("utf8", at + 9, at + 9 + length);
    starts.push({ title, start: Number(list.readBigUInt64BE(at)) / 1e7 });
    at += 9 + length;
  }
  return starts.map((chapter, i) => ({ ...chapter, end: starts[i + 1]?.start ?? duration }));
}
