import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { ReasonCode } from "#shared/api/problem.ts";
import { unprocessableFile } from "#server/http/api/problem.ts";
import { RemuxRequiredError } from "./mp4.ts";
import { type Audio, readAudio } from "./read-audio.ts";

const run = promisify(execFile);

const maxMs = 30 * 60 * 1000;

export interface PlayableAudio extends Audio {
  readonly path: string;
  /** Removes the temporary copy, if any. */
  readonly release: () => Promise<void>;
}

/**
 * Reads an audio file; formats that browsers cannot play are converted by ffmpeg if installed.
 *
 * @param program the ffmpeg executable
 * @throws {ProblemError} `unprocessable_file` with the reason
 */
export async function readPlayable(file: string, program = "ffmpeg"): Promise<PlayableAudio> {
  try {
    return { ...(await readAudio(file)), path: file, release: async () => {} };
  } catch (error) {
    if (error instanceof RemuxRequiredError) return rewrite(file, error, program);
    throw error;
  }
}

async function rewrite(file: string, reason: RemuxRequiredError, program: string): Promise<PlayableAudio> {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-audio-"));
  const release = () => rm(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, "audio.m4b");
    const codec = reason.method === "copy" ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "96k"];
    const audio = ["-map", "0:a:0", "-map_metadata", "0", ...codec, "-movflags", "+faststart", "-f", "ipod"];
    await run(program, ["-nostdin", "-v", "error", "-i", `file:${file}`, ...audio, copy], {
      timeout: maxMs,
    });
    return { ...(await readAudio(copy)), path: copy, release };
  } catch (error) {
    await release();
    throw unprocessableFile(getRejectionReason(error));
  }
}

function getRejectionReason(error: unknown): ReasonCode {
  if ((error as { code?: unknown }).code !== "ENOENT") return "audio_not_decodable";
  return "needs_ffmpeg";
}
