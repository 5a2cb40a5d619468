import { readFile, stat } from "node:fs/promises";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import type { FoundChapter } from "./audio/audio-info.ts";

const maxBytes = 1_000_000;
const framesPerSecond = 75;

/**
 * Reads the chapters of one audio file from its cue sheet.
 *
 * @param duration of the audio in seconds
 * @returns none for a sheet of several files
 */
export async function readCueSheet(file: string, duration: number): Promise<readonly FoundChapter[]> {
  if ((await stat(file)).size > maxBytes) return [];
  const text = decodeText(await readFile(file));
  const [, ...tracks] = text.split(/^\s*TRACK\s/im);
  if ((text.match(/^\s*FILE\s/gim)?.length ?? 0) > 1) return [];
  const starts = tracks.flatMap((track) => {
    const [, minutes, seconds, frames] = /^\s*INDEX\s+0?1\s+(\d+):(\d{1,2}):(\d{1,2})/im.exec(track) ?? [];
    const title = /^\s*TITLE\s+"?(.*?)"?\s*$/im.exec(track)?.[1] ?? "";
    const start = Number(minutes) * 60 + Number(seconds) + Number(frames) / framesPerSecond;
    return start < duration ? [{ title: title.slice(0, 500), start }] : [];
  });
  return starts.map((chapter, at) => ({ ...chapter, end: starts[at + 1]?.start ?? duration }));
}
