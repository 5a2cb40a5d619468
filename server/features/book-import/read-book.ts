import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Reason } from "#shared/api/problem.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import type { EpubOverlay } from "#server/epub/media-overlay/map-sentences.ts";
import type { ParsedEpub } from "#server/epub/read-epub.ts";
import { readEpubInWorker } from "#server/epub/workers.ts";
import { ProblemError, reason } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { type PlayableAudio, readPlayable } from "./audio/remux.ts";
import { type AudioPart, type BookChapter, getChapters, sortByName } from "./audio-chapters.ts";
import { type BookManifest, readBookManifest, readSync, type SyncFile } from "./book-manifest.ts";
import { readCueSheet } from "./cue-sheet.ts";
import { findDuplicates } from "./find-duplicates.ts";
import type { FoundBook } from "./found-book.ts";
import { hashFile } from "./hash-file.ts";
import { type Narration, readNarration } from "./media-overlay-audio/read-narration.ts";
import { type Defaults, type Description, describeBook } from "./merge-metadata.ts";
import { readPlaylist } from "./playlist.ts";

export type ParsedAudioFile = PlayableAudio & AudioPart & { readonly warnings?: readonly Reason[] };

export interface ParsedBook {
  readonly description: Description;
  readonly epub: ParsedEpub | null;
  readonly audioFiles: readonly ParsedAudioFile[];
  readonly chapters: readonly BookChapter[];
  readonly sync: SyncFile | null;
  /** Active class of the EPUB's media overlays; null when unused. */
  readonly overlay: ParsedOverlay | null;
  /** Seconds; null without audio. */
  readonly duration: number | null;
  readonly picture: Buffer | null;
  readonly warnings: readonly Reason[];
  readonly release: () => Promise<void>;
}

interface ParsedOverlay extends Pick<EpubOverlay, "activeClass" | "playbackActiveClass"> {
  readonly marks: Narration["marks"];
}

type Limits = Services["settings"]["uploadLimits"];

/**
 * Reads all files of a book.
 *
 * @throws {ProblemError} with the reason when one of them cannot be used
 */
export async function readBook(found: FoundBook, limits: Limits, defaults: Defaults): Promise<ParsedBook> {
  const sidecar: BookManifest = found.sidecar ? await readBookManifest(found.sidecar) : {};
  const epub = found.epub ? await readText(found.epub, limits) : null;
  const hasProvidedSync = found.audio.length > 0 && Boolean(sidecar.sync ?? found.sync);
  const bookAudio = await readBookAudio(found, hasProvidedSync ? null : epub, limits);
  try {
    const { audioFiles, warnings, narration } = bookAudio;
    const tags = audioFiles.map((each) => each.tags);
    const description = describeBook({ found, epub, tags, sidecar }, defaults);
    const syncFile = sidecar.sync ? path.join(path.dirname(found.sidecar ?? ""), sidecar.sync) : found.sync;
    const providedSync = syncFile && audioFiles.length ? await readSync(syncFile) : null;
    return {
      description,
      epub: epub && { ...epub, warnings: [...epub.warnings, ...warnings].slice(0, maxWarnings) },
      audioFiles,
      chapters:
        narration?.chapters ?? getChapters(await addCueChapters(audioFiles, found), description.title),
      sync: providedSync ?? (narration && { source: "overlay", chapters: [...narration.maps] }),
      overlay:
        narration && epub?.overlay ? { ...epub.overlay, marks: providedSync ? [] : narration.marks } : null,
      duration: audioFiles.length ? (narration?.duration ?? getDuration(audioFiles)) : null,
      picture: await getPicture(found, epub, audioFiles, limits.image),
      warnings: [
        ...(epub?.warnings ?? []),
        ...warnings,
        ...audioFiles.flatMap((file) => file.warnings ?? []),
      ],
      release: bookAudio.release,
    };
  } catch (error) {
    await bookAudio.release();
    throw error;
  }
}

async function addCueChapters(
  files: readonly ParsedAudioFile[],
  { cue }: FoundBook,
): Promise<readonly AudioPart[]> {
  const [file] = files;
  if (!cue || !file || file.chapters.length > 1) return files;
  return [{ ...file, chapters: await readCueSheet(cue, file.duration) }];
}

const maxWarnings = 100;

const getDuration = (files: readonly ParsedAudioFile[]) =>
  files.reduce((sum, { audio }) => sum + audio.duration, 0);

interface BookAudio {
  readonly audioFiles: readonly ParsedAudioFile[];
  readonly narration: Narration | null;
  /** About the narration; files have their own. */
  readonly warnings: readonly Reason[];
  readonly release: () => Promise<void>;
}

const maxLengthFactor = 2;

async function readBookAudio(found: FoundBook, epub: ParsedEpub | null, limits: Limits): Promise<BookAudio> {
  const files = await readAudioFiles(found, limits);
  const audioOnly: BookAudio = {
    audioFiles: files,
    narration: null,
    warnings: [],
    release: () => releaseAll(files),
  };
  if (!found.epub || !epub?.overlay) return audioOnly;
  try {
    const epubLimits = { ...defaultLimits, total: limits.epubUnpacked };
    const { narration, warnings } = await readNarration(found.epub, epub.overlay, epubLimits, limits.audio);
    if (!narration) return { ...audioOnly, warnings };
    if (getDuration(files) > narration.duration * maxLengthFactor) {
      await narration.release();
      return { ...audioOnly, warnings: [{ code: "audio_replaces_narration" }] };
    }
    await audioOnly.release();
    const more: Reason[] = files.length > 0 ? [{ code: "narration_replaces_audio" }] : [];
    return {
      audioFiles: narration.audioFiles,
      narration,
      warnings: [...warnings, ...more],
      release: narration.release,
    };
  } catch (error) {
    await audioOnly.release();
    throw error;
  }
}

const releaseAll = async (files: readonly ParsedAudioFile[]) => {
  for (const file of files) await file.release();
};

async function readText(file: string, limits: Limits): Promise<ParsedEpub> {
  await rejectTooLarge(file, limits.epub);
  return readEpubInWorker(file, { ...defaultLimits, total: limits.epubUnpacked });
}

/** In the order of a playlist that names all of them, else in that of their numbers or names. */
async function readAudioFiles(
  { audio, playlists }: FoundBook,
  limits: Limits,
): Promise<readonly ParsedAudioFile[]> {
  const lists = await Promise.all(playlists.map((playlist) => readPlaylist(playlist, audio)));
  const duplicates = await findDuplicates(audio, lists.flat());
  const files = audio.filter((file) => !duplicates.has(file));
  const order = lists.find((names) => files.every((file) => names.includes(file)));
  const parsed = await parseAudioFiles(order ?? files, limits);
  const warned = parsed.map((file) => ({ ...file, warnings: listWarnings(file, duplicates) }));
  return order ? warned : sortByName(warned);
}

function listWarnings({ file, audio }: ParsedAudioFile, duplicates: ReadonlyMap<string, string>): Reason[] {
  const same = [...duplicates].filter(([, kept]) => kept === file);
  return [
    ...same.map(([name]) => ({ code: "audio_duplicate" as const, file: path.basename(name) })),
    ...(audio.endsEarly ? [{ code: "audio_ends_early" as const, file: path.basename(file) }] : []),
  ];
}

async function parseAudioFiles(
  files: readonly string[],
  limits: Limits,
): Promise<readonly ParsedAudioFile[]> {
  const audioFiles: ParsedAudioFile[] = [];
  try {
    for (const file of files) {
      await rejectTooLarge(file, limits.audio);
      const playable = await withFileName(file, files.length > 1, readPlayable(file));
      audioFiles.push({ ...playable, file, duration: playable.audio.duration });
    }
    return audioFiles;
  } catch (error) {
    await releaseAll(audioFiles);
    throw error;
  }
}

async function withFileName<T>(file: string, isOneOfMany: boolean, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!isOneOfMany || !(error instanceof ProblemError)) throw error;
    throw new ProblemError(error.code, error.reason ? { ...error.reason, file: path.basename(file) } : error);
  });
}

/** @throws {ProblemError} `too_large` */
async function rejectTooLarge(file: string, max: number): Promise<void> {
  const { size } = await stat(file);
  if (size <= max) return;
  throw new ProblemError("too_large", reason("file_too_large", { mb: Math.round(max / 1e6) }));
}

async function getPicture(
  { cover }: FoundBook,
  epub: ParsedEpub | null,
  audioFiles: readonly ParsedAudioFile[],
  max: number,
): Promise<Buffer | null> {
  if (cover && (await stat(cover)).size <= max) return readFile(cover);
  if (epub?.cover) return Buffer.from(epub.cover);
  return audioFiles.find(({ tags }) => tags.picture)?.tags.picture ?? null;
}

export async function hashSource({ epub, audio }: FoundBook): Promise<string> {
  const digests: string[] = [];
  for (const file of [...(epub ? [epub] : []), ...audio]) digests.push(await hashFile(file));
  return createHash("sha256").update(digests.sort().join("\n")).digest("hex");
}
