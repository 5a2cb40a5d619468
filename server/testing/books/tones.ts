import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const isInstalled = (program: string) => !spawnSync(program, ["-version"], { stdio: "ignore" }).error;

export const canMakeTones = isInstalled("ffmpeg") && isInstalled("ffprobe");
if (!canMakeTones) {
  process.stderr.write("SKIPPED: ffmpeg is not installed, so prayer recordings were not tested.\n");
}

interface Tone {
  readonly extension: "mp3" | "m4a" | "ogg" | "flac" | "wav" | "mp4" | "aac";
  readonly seconds?: number;
  readonly hertz?: number;
  readonly ffmpegArgs?: readonly string[];
}

/** A tone, as an audio file. */
export function makeTone({ extension, seconds = 2, hertz = 440, ffmpegArgs = [] }: Tone): Blob {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-tone-"));
  try {
    const file = path.join(folder, `tone.${extension}`);
    const tone = `sine=frequency=${hertz}:duration=${seconds}`;
    const input = ["-nostdin", "-v", "error", "-f", "lavfi", "-i", tone, ...ffmpegArgs, "-y", file];
    execFileSync("ffmpeg", input);
    return new Blob([new Uint8Array(readFileSync(file))], { type: `audio/${extension}` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
