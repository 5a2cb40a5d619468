import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Reason } from "#shared/api/problem.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import type { EpubOverlay } from "#server/epub/media-overlay/map-sentences.ts";
import { extractEntries } from "#server/epub/zip/extract-entries.ts";
import { type PlayableAudio, readPlayable } from "#server/features/book-import/audio/remux.ts";
import type { AudioPart } from "#server/features/book-import/audio-chapters.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { type BuiltChapters, buildChapters } from "./build-chapters.ts";

export interface Narration extends Omit<BuiltChapters, "audioFiles"> {
  readonly audioFiles: ReadonlyArray<PlayableAudio & AudioPart>;
  /** Total duration in seconds. */
  readonly duration: number;
  /** Removes the extracted files. */
  readonly release: () => Promise<void>;
}

/**
 * Imports the audio of an EPUB with media overlays, with the same checks as any audio. Rejected files become
 * warnings.
 *
 * @param max bytes per audio file
 */
export async function readNarration(
  epub: string,
  overlay: EpubOverlay,
  limits: EpubLimits,
  max: number,
): Promise<{ readonly narration: Narration | null; readonly warnings: readonly Reason[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-narration-"));
  const read: Array<(PlayableAudio & AudioPart) | null> = [];
  const release = async () => {
    for (const audio of read) await audio?.release();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const warnings: Reason[] = [];
    const requested = overlay.audioFiles.map((name, index) => ({
      path: name,
      to: path.join(folder, `${index}`),
      maxBytes: max,
    }));
    await extractEntries(epub, limits, requested, async (index, rejection) => {
      const audio = await readPlayableOrReject(requested[index]?.to ?? "", rejection).catch(toRejection);
      read.push(
        audio instanceof ProblemError
          ? null
          : { ...audio, file: overlay.audioFiles[index] ?? "", duration: audio.audio.duration },
      );
      warnings.push(...listAudioWarnings(overlay.audioFiles[index] ?? "", audio));
    });
    const built = buildChapters(
      overlay,
      read.map((audio) => audio?.duration ?? null),
    );
    warnings.push(...built.warnings);
    if (built.chapters.length === 0) {
      await release();
      return { narration: null, warnings };
    }
    const audioFiles = built.audioFiles.flatMap((index) => read[index] ?? []);
    const duration = built.chapters.reduce((sum, { start, end }) => sum + end - start, 0);
    return { narration: { ...built, audioFiles, duration, warnings, release }, warnings };
  } catch (error) {
    await release();
    throw error;
  }
}

async function readPlayableOrReject(file: string, rejection: Error | null): Promise<PlayableAudio> {
  if (rejection) throw rejection;
  return readPlayable(file);
}

/** @throws {unknown} errors that are not about the file */
function toRejection(error: unknown): ProblemError {
  if (error instanceof ProblemError && error.code === "unprocessable_file") return error;
  if ((error as { code?: unknown } | null)?.code === "ENOSPC") {
    throw new ProblemError("insufficient_storage", "no_space_for_audio");
  }
  throw error;
}

function listAudioWarnings(audioPath: string, audio: PlayableAudio | ProblemError): Reason[] {
  const file = path.posix.basename(audioPath).slice(0, 200);
  if (!(audio instanceof ProblemError))
    return audio.audio.endsEarly ? [{ code: "audio_ends_early", file }] : [];
  return [
    { code: "narration_audio_omitted", path: file },
    ...(audio.reason ? [{ ...audio.reason, file }] : []),
  ];
}
