import { createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { defaultLimits } from "#shared/epub/limits.ts";
import { isPlaylist } from "#shared/uploads/group-files.ts";
import { findUnstorablePath } from "#shared/uploads/storable-paths.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { reason, unprocessableFile } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { requireFreeSpace } from "#server/storage/disk-space.ts";
import { findCover, findCue, isAudio, isEpub, isImage } from "./find-books.ts";
import type { FoundBook } from "./found-book.ts";
import { compareNaturally } from "./natural-order.ts";

const isZip = (name: string) => /\.zip$/i.test(name);

/**
 * All files of a folder as one book. Manifests (`maktaba.json`) are ignored: they could set more than an
 * author may.
 *
 * @throws {ProblemError} `unprocessable_file` without a book, or for an archive beyond the limits
 */
export async function findUploadedBook(
  folder: string,
  title: string,
  limits: Services["settings"]["uploadLimits"],
): Promise<FoundBook> {
  for (const zip of (await listFiles(folder)).filter(isZip)) {
    await unpackAudio(zip, path.join(path.dirname(zip), `${path.basename(zip)}.unpacked`), limits.audio);
  }
  const files = await listFiles(folder);
  const [epub = null, ...otherEpubs] = files.filter(isEpub);
  const audio = files.filter(isAudio);
  if (otherEpubs.length > 0) throw unprocessableFile("upload_several_epubs");
  if (!epub && audio.length === 0) throw unprocessableFile("upload_without_book");
  const cover = findCover(files) ?? files.find(isImage) ?? null;
  const [cue, playlists] = [findCue(files, audio), files.filter(isPlaylist)];
  return { name: title, title, epub, audio, cover, cue, playlists, sidecar: null, sync: null };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort(compareNaturally);
}

const isBookFile = (file: string) =>
  !/(^|\/)(__MACOSX\/|\.)/.test(file) && (isAudio(file) || isImage(file) || isPlaylist(file));

async function unpackAudio(zip: string, target: string, max: number): Promise<void> {
  const archive = await openArchive(zip, { ...defaultLimits, total: max, entry: max });
  try {
    const entries = [...archive.entries.values()].filter((entry) => isBookFile(entry.path));
    const unstorable = findUnstorablePath(entries.map((entry) => entry.path));
    if (unstorable) throw unprocessableFile(reason(unstorable.problem, { file: unstorable.path }));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    await requireFreeSpace(path.dirname(zip), bytes);
    for (const entry of entries) {
      const file = path.join(target, entry.path);
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(await archive.stream(entry), createWriteStream(file, { flags: "wx" }));
    }
  } finally {
    archive.close();
  }
}
